//! Bouton: the engine room.
