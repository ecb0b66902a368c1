//! Bouton: the language room.
