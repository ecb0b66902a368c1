//! Bouton: the bouton room.
