// Where the site lies, and whether there is a server behind it.

/** The address of a path under the root of the site. @param {string} path */
export const at = (path) => new URL(path, new URL('/', location.href)).href;
export const hasServer = true;
