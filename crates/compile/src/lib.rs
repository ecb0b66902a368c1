//! Bouton: the compile room.
