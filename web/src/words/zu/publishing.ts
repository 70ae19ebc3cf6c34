export const publishing = {
  note: "Okusalungiswa kuba inguqulo {next}: zonke izingcingo nemilayezo eqala kusukela manje izoyisebenzisa.",
  meanwhile:
    "Inguqulo {version} yaqala ukusebenza ngemva kokuba lokhu okusalungiswa kuqale enguqulweni {based}. Uhlu olungezansi lubonisa konke okushintshwa ukushicilela.",
  live: "Esebenzayo: inguqulo {version}",
  draft: "Okusalungiswa",
  version_name: "Igama lenguqulo (akuphoqelekile)",
  version_note: "Inothi (akuphoqelekile)",
  published: "Inguqulo {version} isiyasebenza",
  discard: "Lahla okusalungiswa",
  discard_question: "Ulahle lokhu okusalungiswa?",
  discard_note: "Okulondolozwe kukho kuyalahleka. Inguqulo {version} iyaqhubeka isebenza.",
  discarded: "Okusalungiswa kulahliwe",
  describe: "Igama nenothi",
  describe_one: "Igama nenothi lenguqulo {version}",
  save: "Londoloza",
  saves_drafts: "Qala ulondoloze izinguquko njengokusalungiswa",
  saves_drafts_note:
    "Khona-ke akukho okusebenzayo ngaphambi kokuba othile akushicilele. Uhlelo olushintsha umsizi nge-API lusashicilela ngokushesha.",
};
