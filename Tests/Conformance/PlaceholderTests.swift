// The target's first file; it goes when the first real one comes.
