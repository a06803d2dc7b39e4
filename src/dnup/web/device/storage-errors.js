// Errors of the games on this device. After an error none of the events was stored: it is all or none.

/** Another tab was first: read what it has stored, and decide again. */
export class Elsewhere extends Error {
  name = 'Elsewhere';
}
/** Storage is full. With more space the same can be stored. */
export class Full extends Error {
  name = 'Full';
}
/** The game was deleted, or the browser has thrown it away. */
export class Gone extends Error {
  name = 'Gone';
}
/** The stored data are not a game, or not a whole one. */
export class Damaged extends Error {
  name = 'Damaged';
}
/** The browser does not answer, so it is unknown whether there are games. */
export class Silent extends Error {
  name = 'Silent';
}
/** A newer version of the page keeps the games of this device in its own way: this page has to be loaded again. */
export class Newer extends Error {
  name = 'Newer';
}
