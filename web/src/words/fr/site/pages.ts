import type { pages as english } from "../../en/site/pages.ts";

export const pages = {
  about_title: "Un téléphone suffit.",
  about_founded:
    "Ongea a été fondée en 2025 pour aider à réduire la fracture numérique en Afrique. Une grande part du web demande un smartphone, des données et une langue apprise à l’école. Un appel téléphonique ne demande rien de cela.",
  about_what:
    "<b>Ongea veut dire parle !</b> C’est une plateforme ouverte d’agents vocaux IA qui conversent au téléphone : ils répondent, écoutent, cherchent, prennent des rendez-vous et des messages, pour les centres d’appels, les entreprises et les particuliers.",
  about_open: "Ouvert et sur votre propre serveur",
  about_open_text:
    "Le logiciel est libre sous licence Apache 2.0. Il fonctionne sur une seule machine qui vous appartient, avec une reconnaissance vocale, un dialogue et des voix qui n’ont besoin d’aucun compte. Ce que disent vos appelants reste chez vous, sauf si vous choisissez un modèle extérieur.",
  about_small: "Les petites connexions d’abord",
  about_small_text:
    "Ces pages fonctionnent sans script et se chargent vite sur une connexion lente. Leurs dessins viennent de vrais appels.",
  privacy_title: "Confidentialité",
  privacy_who:
    "Ce site est servi par les personnes qui font tourner cette installation d’Ongea, depuis leur propre serveur. Il ne demande rien à aucun tiers.",
  privacy_send: "Ce que vous envoyez",
  privacy_send_text:
    "Une demande de démo garde votre nom, votre adresse e-mail, votre entreprise, votre poste et l’heure. Un message garde votre nom, votre adresse e-mail et vos mots. Ils sont stockés dans la base de données de ce serveur et servent à vous répondre. L’exploitant peut les transmettre à un outil à lui.",
  privacy_browser: "Ce qui est gardé dans votre navigateur",
  privacy_visit:
    "un cookie qu’aucun script ne peut lire, posé après une demande de démo ou un code d’invitation ; il expire après 30 jours.",
  privacy_lead: "ce que vous avez écrit dans la demande de démo, pour ne pas devoir le réécrire. Il n’ouvre rien.",
  privacy_theme: "clair ou sombre.",
  privacy_language: "la langue que vous avez choisie.",
  privacy_calls: "Appels",
  privacy_calls_text:
    "Un appel avec un agent est enregistré et transcrit, pour pouvoir être vérifié. Votre navigateur demande avant d’utiliser le microphone.",
  privacy_asking: "Demander et supprimer",
  privacy_asking_text: "<write>Écrivez-nous</write> pour savoir ce qui est stocké à votre sujet ou pour le faire supprimer.",
  terms_title: "Conditions",
  terms_demo:
    "La démo est là pour essayer le produit. Elle peut changer ou s’arrêter à tout moment, et ses appels peuvent être supprimés.",
  terms_using: "Quand vous utilisez la démo",
  terms_secret: "N’entrez rien de secret : ni numéros de carte, ni codes PIN, ni dossiers médicaux de personnes réelles.",
  terms_agreed: "N’appelez personne qui n’ait accepté d’être appelé par un agent.",
  terms_wrong: "Un agent peut se tromper. Ne comptez pas sur lui en cas d’urgence.",
  terms_software: "Le logiciel",
  terms_software_text:
    "Ongea est sous licence Apache 2.0 et vient sans garantie. Qui le fait tourner répond des lois sur l’enregistrement et les appels là où vivent ses appelants.",
  terms_figures: "Chiffres de ce site",
  terms_figures_text:
    "Les chiffres sous « Ce que cela change » sont des affirmations de l’entreprise. Les appels montrés sont de vrais appels, tenus sous des noms inventés.",
  missing_title: "Oups ! Page introuvable",
  missing_text: "Il n’y a rien à cette adresse.",
  missing_home: "Retour à l’accueil",
} satisfies Record<keyof typeof english, string>;
