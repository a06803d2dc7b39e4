// Why something was not kept. Nothing of it was: events are kept all or none.

/** Another tab was first: read what it has stored, and decide again. */
export class Elsewhere extends Error {
  name = 'Elsewhere';
}
/** There is no room. Once there is, the same can be kept. */
export class Full extends Error {
  name = 'Full';
}
/** The game was deleted, or the browser has thrown it away. */
export class Gone extends Error {
  name = 'Gone';
}
/** What was kept is not a game, or not a whole one. */
export class Damaged extends Error {
  name = 'Damaged';
}
/** The browser does not answer: it can neither be said that there are games nor that there are none. */
export class Silent extends Error {
  name = 'Silent';
}
/** A newer version of the page keeps the games of this device in its own way: this page has to be loaded again. */
export class Newer extends Error {
  name = 'Newer';
}
