// The page for an address where there is nothing.
import { startPage } from '../shared/shell.js';

void startPage();
