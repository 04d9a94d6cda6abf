/** Verbs of the speaker that stand without a pronoun: "vivo en Sevilla", and "hab zwei Katzen" as people type it. Six languages. */
export const SPEAKER_VERBS =
  'vivo|trabajo|tengo|conduzco|soy|estoy|abito|lavoro|ho|guido|sono|sto|moro|trabalho|tenho|conduzo|sou|estou|hab|habe|wohne|arbeite|heb|woon|werk';
