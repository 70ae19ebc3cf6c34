export const publishing = {
  note: "Daftarin zai zama siga ta {next}: duk kira da saƙon da ya fara daga yanzu zai yi amfani da ita.",
  meanwhile:
    "Siga ta {version} ta fara aiki bayan an fara wannan daftari daga siga ta {based}. Jerin da ke ƙasa yana nuna duk abin da wallafa za ta canza.",
  live: "Mai aiki: siga ta {version}",
  draft: "Daftari",
  version_name: "Sunan sigar (na zaɓi)",
  version_note: "Bayani (na zaɓi)",
  published: "Siga ta {version} ta fara aiki",
  discard: "Watsar da daftari",
  discard_question: "A watsar da wannan daftari?",
  discard_note: "Abin da aka adana a ciki zai ɓace. Siga ta {version} za ta ci gaba da aiki.",
  discarded: "An watsar da daftari",
  describe: "Suna da bayani",
  describe_one: "Suna da bayanin siga ta {version}",
  save: "Adana",
  saves_drafts: "Adana sauye-sauye a matsayin daftari tukuna",
  saves_drafts_note:
    "Sannan babu abin da zai fara aiki kafin wani ya wallafa shi. Shirin da ke maye gurbin wakili ta API har yanzu yana wallafawa nan take.",
};
