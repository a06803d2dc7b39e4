// Addresses of the site, which may be in a subfolder of a host: so no address in a page or script begins with a slash.

const root = new URL('../../../', import.meta.url);

/** The address of a path under the root of the site: `at('table/#local-…')`, `at('api/tables')`.
 * @param {string} path */
export const at = (path) => new URL(path, root).href;

/** Whether a server stands behind these pages. Not where `dnup site` wrote them. */
export const hasServer = true;
