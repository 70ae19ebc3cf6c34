export const answers = {
  template: "Yadda ake faɗar sakamako",
  template_note:
    "Misali: An aika odarka ranar '{sent_on}' zuwa '{order.city}'. Sassan sakamako suna cikin baka; ana faɗar kwanaki, lokuta da jerin abubuwa. Bar shi babu komai don kalmomin wakili.",
  example: "Misalin sakamako",
  example_note: "JSON kamar yadda sabis ke amsawa. Buƙatar gwaji tana cika shi.",
  heard: "Mai kira yana ji:",
  plain: "Babu jimlar da za a iya faɗa. Mai kira yana ji:",
  missing: "Ba ya cikin wannan sakamako:",
};
