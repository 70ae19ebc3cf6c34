export const publishing = {
  note: "Rasimu inakuwa toleo {next}: kila simu na ujumbe utakaoanza kuanzia sasa utalitumia.",
  meanwhile:
    "Toleo {version} lilianza kutumika baada ya rasimu hii kuanzishwa kutoka toleo {based}. Orodha hapa chini inaonyesha yote yatakayobadilishwa na uchapishaji.",
  live: "Linalotumika: toleo {version}",
  draft: "Rasimu",
  version_name: "Jina la toleo (si lazima)",
  version_note: "Maelezo (si lazima)",
  published: "Toleo {version} linatumika sasa",
  discard: "Tupa rasimu",
  discard_question: "Utupe rasimu hii?",
  discard_note: "Kilichohifadhiwa ndani yake kitapotea. Toleo {version} litaendelea kutumika.",
  discarded: "Rasimu imetupwa",
  describe: "Jina na maelezo",
  describe_one: "Jina na maelezo ya toleo {version}",
  save: "Hifadhi",
  saves_drafts: "Hifadhi mabadiliko kama rasimu kwanza",
  saves_drafts_note:
    "Hapo hakuna kinachotumika kabla mtu hajakichapisha. Programu inayobadilisha wakala kupitia API bado huchapisha papo hapo.",
};
