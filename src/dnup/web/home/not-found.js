// The page for unknown addresses.
import { startPage } from '../shared/shell.js';

void startPage();
