// The page for an address that has to wait until the server is ready: it opens the address again then.
import { startPage } from '../shared/shell.js';
import { untilReady } from '../shared/starting.js';

await startPage();
await untilReady();
location.reload();
