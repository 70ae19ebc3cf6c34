export const answers = {
  template: "Comment le résultat est dit",
  template_note:
    "Par exemple : Votre commande est partie le '{sent_on}' pour '{order.city}'. Les champs du résultat sont entre accolades ; dates, heures et listes sont prononcées. Laissez vide pour les mots de l’agent.",
  example: "Exemple de résultat",
  example_note: "Du JSON, comme le service répond. Une requête d’essai le remplit.",
  heard: "L’appelant entend :",
  plain: "Aucune phrase ne peut être dite. L’appelant entend :",
  missing: "Absent de ce résultat :",
};
