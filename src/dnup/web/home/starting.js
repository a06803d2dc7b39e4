// The page that waits until the server is ready, and then opens the requested address.
import { startPage } from '../shared/shell.js';
import { untilReady } from '../shared/starting.js';

await startPage();
await untilReady();
location.reload();
