export const publishing = {
  note: "Àkọsílẹ̀ àkọ́kọ́ yóò di ẹ̀dà {next}: gbogbo ìpè àti ìfiránṣẹ́ tó bá bẹ̀rẹ̀ láti ìsinsìnyí lọ yóò lò ó.",
  meanwhile:
    "Ẹ̀dà {version} wọ ẹnu iṣẹ́ lẹ́yìn tí àkọsílẹ̀ àkọ́kọ́ yìí bẹ̀rẹ̀ láti ẹ̀dà {based}. Àkójọ ìsàlẹ̀ fi gbogbo ohun tí ìtẹ̀jáde yóò yí padà hàn.",
  live: "Ó wà lẹ́nu iṣẹ́: ẹ̀dà {version}",
  draft: "Àkọsílẹ̀ àkọ́kọ́",
  version_name: "Orúkọ ẹ̀dà (kò pọn dandan)",
  version_note: "Àkíyèsí (kò pọn dandan)",
  published: "Ẹ̀dà {version} ti wà lẹ́nu iṣẹ́",
  discard: "Kọ àkọsílẹ̀ àkọ́kọ́ sílẹ̀",
  discard_question: "Ṣé kí a kọ àkọsílẹ̀ àkọ́kọ́ yìí sílẹ̀?",
  discard_note: "Ohun tí a fi pamọ́ sínú rẹ̀ yóò sọnù. Ẹ̀dà {version} yóò wà lẹ́nu iṣẹ́.",
  discarded: "A ti kọ àkọsílẹ̀ àkọ́kọ́ sílẹ̀",
  describe: "Orúkọ àti àkíyèsí",
  describe_one: "Orúkọ àti àkíyèsí ẹ̀dà {version}",
  save: "Fi pamọ́",
  saves_drafts: "Kọ́kọ́ fi àwọn àyípadà pamọ́ bí àkọsílẹ̀ àkọ́kọ́",
  saves_drafts_note:
    "Nígbà náà kò sí ohun tó wà lẹ́nu iṣẹ́ kí ẹnìkan tó tẹ̀ ẹ́ jáde. Ètò tó bá rọ́pò aṣojú láti inú API ṣì ń tẹ̀ ẹ́ jáde lẹ́sẹ̀kẹsẹ̀.",
};
