export const publishing = {
  note: "Le brouillon devient la version {next} : chaque appel et message qui commence désormais l’utilise.",
  meanwhile:
    "La version {version} est entrée en vigueur après le début de ce brouillon, tiré de la version {based}. La liste ci-dessous montre tout ce que la publication change.",
  live: "En vigueur : version {version}",
  draft: "Brouillon",
  version_name: "Nom de la version (facultatif)",
  version_note: "Note (facultative)",
  published: "La version {version} est en vigueur",
  discard: "Abandonner le brouillon",
  discard_question: "Abandonner ce brouillon ?",
  discard_note: "Ce qui y était enregistré est perdu. La version {version} reste en vigueur.",
  discarded: "Brouillon abandonné",
  describe: "Nom et note",
  describe_one: "Nom et note de la version {version}",
  save: "Enregistrer",
  saves_drafts: "Enregistrer d’abord les modifications comme brouillon",
  saves_drafts_note:
    "Rien n’est alors en vigueur avant une publication. Un programme qui remplace l’agent par l’API publie toujours aussitôt.",
};
