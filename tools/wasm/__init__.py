"""The compiled rooms as one WebAssembly module with a binding in JavaScript: see docs/engine.md."""
