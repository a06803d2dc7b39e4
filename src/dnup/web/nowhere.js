// The page for an address where there is nothing.
import { startPage } from './shell.js';

void startPage();
