export const answers = {
  template: "Jinsi matokeo yanavyosemwa",
  template_note:
    "Kwa mfano: Oda yako ilitumwa '{sent_on}' kwenda '{order.city}'. Sehemu za matokeo huwa ndani ya mabano; tarehe, saa na orodha husemwa. Acha tupu kwa maneno ya wakala mwenyewe.",
  example: "Mfano wa matokeo",
  example_note: "JSON kama huduma inavyojibu. Ombi la kujaribu huijaza.",
  heard: "Mpigaji anasikia:",
  plain: "Hakuna sentensi inayoweza kusemwa. Mpigaji anasikia:",
  missing: "Haimo katika matokeo haya:",
};
