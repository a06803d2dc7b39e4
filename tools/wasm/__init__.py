"""The compiled packages as one WebAssembly module with a binding in JavaScript: see docs/engine.md."""
