/** What callers of tests say in each language of the reception, and what they are answered. */
import type { MessageLanguage } from "./locale.ts";

interface Scene {
  greets: string;
  greeted: string;
  asksHours: string;
  toldHours: string;
  asksSunday: string;
  closedSunday: string;
  leavesMessage: string;
  asksMessage: string;
  message: string;
  name: string;
  asksName: string;
  phone: string;
  phoneInWords: string;
  asksPhone: string;
  wrongNumber: string;
  asksPhoneAgain: string;
  corrects: string;
  correctName: string;
  yes: string;
  goodbye: string;
  wantsPerson: string;
  offersMessage: string;
  wantsAppointment: string;
  danger: string;
  stopCalls: string;
  repeat: string;
  who: string;
  asksWhere: string;
  asksPrice: string;
  day: string;
  ownPrompt: string;
  /** Borrowed words that do not make it another language. */
  mixed: string;
  model: { greets: string; asksName: string; asksDay: string; stillThere: string };
}

export const LANGUAGES: readonly MessageLanguage[] = ["pt", "ar", "am", "ha", "yo", "zu"];

export const SCENES: Readonly<Record<MessageLanguage, Scene>> = {
  pt: {
    greets: "Bom dia",
    greeted: "Olá. Em que posso ajudar?",
    asksHours: "A que horas abrem?",
    toldHours: "Estamos abertos ao sábado, das 9 horas às 13 horas.",
    asksSunday: "Estão abertos ao domingo?",
    closedSunday: "Estamos fechados ao domingo.",
    leavesMessage: "Queria deixar uma mensagem",
    asksMessage: "Qual é a mensagem?",
    message: "Os meus resultados ainda não chegaram",
    name: "O meu nome é Carlos Mondlane",
    asksName: "Qual é o seu nome?",
    phone: "0803 123 4567",
    phoneInWords: "zero um dois três quatro cinco seis sete oito nove",
    asksPhone: "Qual é o seu número de telefone?",
    wrongNumber: "Não, o número está errado",
    asksPhoneAgain: "diga o número, um algarismo de cada vez",
    corrects: "Não, o nome é Carla Mondlane",
    correctName: "Carla Mondlane",
    yes: "Sim, está certo",
    goodbye: "Não, obrigado, adeus",
    wantsPerson: "Quero falar com uma pessoa, por favor",
    offersMessage: "Quer deixar uma mensagem",
    wantsAppointment: "Gostaria de marcar uma consulta com o médico",
    danger: "Ajude-me, o meu pai não respira!",
    stopCalls: "Por favor, não me liguem mais",
    repeat: "Pode repetir, por favor?",
    who: "Estou a falar com um robô? Com quem falo?",
    asksWhere: "Onde fica a clínica?",
    asksPrice: "Quanto custa uma consulta?",
    day: "Amanhã de manhã",
    ownPrompt:
      "É a recepção da Clínica Imani.\n\nEstamos abertos de segunda a sexta das 8h às 17h e ao sábado das 9h às 13h. Ao domingo estamos fechados.",
    mixed: "Quero fazer o check-in online amanhã, ok?",
    model: {
      greets: "Clínica Imani, bom dia.",
      asksName: "Com certeza. Como se chama, por favor?",
      asksDay: "Muito bem. Que dia prefere?",
      stillThere: "Ainda está aí?",
    },
  },
  ar: {
    greets: "السلام عليكم",
    greeted: "أهلا وسهلا. كيف يمكنني مساعدتك؟",
    asksHours: "متى تفتحون؟",
    toldHours: "نعمل يوم السبت من الساعة 9 صباحا إلى الساعة 1 ظهرا.",
    asksSunday: "هل أنتم مفتوحون يوم الأحد؟",
    closedSunday: "نحن مغلقون يوم الأحد.",
    leavesMessage: "أريد أن أترك رسالة",
    asksMessage: "ما هي الرسالة؟",
    message: "نتائج التحليل لم تصل حتى الآن",
    name: "اسمي محمد علي",
    asksName: "ما اسمك من فضلك؟",
    phone: "٠٨٠٣١٢٣٤٥٦٧",
    phoneInWords: "صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة",
    asksPhone: "ما رقم هاتفك؟",
    wrongNumber: "لا، الرقم غلط",
    asksPhoneAgain: "قل الرقم رقما رقما",
    corrects: "لا، اسمي محمود علي",
    correctName: "محمود علي",
    yes: "نعم، صحيح",
    goodbye: "لا شكرا، مع السلامة",
    wantsPerson: "أريد أن أتحدث مع موظف",
    offersMessage: "هل تريد أن تترك رسالة",
    wantsAppointment: "أريد حجز موعد عند الطبيب",
    danger: "ساعدوني، أبي لا يتنفس!",
    stopCalls: "من فضلكم لا تتصلوا بي مرة أخرى",
    repeat: "لم أسمعك، أعد من فضلك",
    who: "هل أنت روبوت؟",
    asksWhere: "أين أنتم؟",
    asksPrice: "كم سعر الكشف؟",
    day: "غدا صباحا",
    ownPrompt:
      "هذا استقبال عيادة إيماني.\n\nنعمل من الاثنين إلى الجمعة من الساعة 8 صباحا إلى 5 مساء، ويوم السبت من 9 صباحا إلى 1 ظهرا. يوم الأحد مغلق.",
    mixed: "أريد أن أعرف عن الـ check in من فضلك",
    model: {
      greets: "عيادة إيماني، أهلا بك.",
      asksName: "بالتأكيد. ما اسمك من فضلك؟",
      asksDay: "حسنا. أي يوم يناسبك؟",
      stillThere: "هل ما زلت معي؟",
    },
  },
  am: {
    greets: "ጤና ይስጥልኝ",
    greeted: "ጤና ይስጥልኝ። ምን ልርዳዎት?",
    asksHours: "መቼ ነው የምትከፍቱት?",
    toldHours: "ቅዳሜ ከጠዋቱ 3 ሰዓት እስከ ቀኑ 7 ሰዓት ክፍት ነን።",
    asksSunday: "እሁድ ክፍት ናችሁ?",
    closedSunday: "እሑድ ዝግ ነን።",
    leavesMessage: "መልእክት መተው እፈልጋለሁ",
    asksMessage: "መልእክትዎ ምንድን ነው?",
    message: "የምርመራ ውጤቴ እስካሁን አልደረሰም",
    name: "ስሜ አበበ በቀለ ነው",
    asksName: "ስምዎ ማን ነው?",
    phone: "0803 123 4567",
    phoneInWords: "ዜሮ አንድ ሁለት ሶስት አራት አምስት ስድስት ሰባት ስምንት ዘጠኝ",
    asksPhone: "የስልክ ቁጥርዎ ስንት ነው?",
    wrongNumber: "አይ፣ ቁጥሩ ስህተት ነው",
    asksPhoneAgain: "ቁጥሩን አንድ በአንድ ይናገሩ",
    corrects: "አይ፣ ስሜ አበራ በቀለ ነው",
    correctName: "አበራ በቀለ",
    yes: "አዎ ትክክል ነው",
    goodbye: "አይ አመሰግናለሁ፣ ደህና ሁኑ",
    wantsPerson: "ከሰው ጋር መነጋገር እፈልጋለሁ",
    offersMessage: "መልእክት ልያዝ?",
    wantsAppointment: "ቀጠሮ መያዝ እፈልጋለሁ",
    danger: "እርዱኝ፣ አባቴ አይተነፍስም!",
    stopCalls: "እባካችሁ ሁለተኛ አትደውሉልኝ",
    repeat: "አልሰማሁም፣ እንደገና ይናገሩ",
    who: "ሮቦት ነህ?",
    asksWhere: "የት ናችሁ?",
    asksPrice: "የምርመራ ዋጋ ስንት ነው?",
    day: "ነገ ጠዋት",
    ownPrompt: "ይህ የኢማኒ ክሊኒክ ነው።\n\nከሰኞ እስከ ዓርብ ከጠዋቱ 2 ሰዓት እስከ ቀኑ 11 ሰዓት ክፍት ነን። ቅዳሜ ከጠዋቱ 3 ሰዓት እስከ ቀኑ 7 ሰዓት ክፍት ነን። እሑድ ዝግ ነን።",
    mixed: "online appointment መያዝ እፈልጋለሁ",
    model: {
      greets: "ኢማኒ ክሊኒክ፣ ጤና ይስጥልኝ።",
      asksName: "እሺ። ስምዎን ይነግሩኛል?",
      asksDay: "እሺ። የትኛው ቀን ይመችዎታል?",
      stillThere: "አሁንም በመስመር ላይ አሉ?",
    },
  },
  ha: {
    greets: "Sannu, barka da safiya",
    greeted: "Sannunku. Yaya zan iya taimaka muku?",
    asksHours: "Yaushe kuke buɗewa?",
    toldHours: "A buɗe muke ranar Asabar, daga ƙarfe tara na safe zuwa ƙarfe ɗaya na rana.",
    asksSunday: "Kuna buɗewa ranar Lahadi?",
    closedSunday: "A rufe muke ranar Lahadi.",
    leavesMessage: "Ina so in bar saƙo",
    asksMessage: "Menene saƙonku?",
    message: "Sakamakon gwajina bai fito ba",
    name: "Sunana Musa Bello",
    asksName: "Menene sunanku?",
    phone: "0803 123 4567",
    phoneInWords: "sifili ɗaya biyu uku huɗu biyar shida bakwai takwas tara",
    asksPhone: "Menene lambar wayarku?",
    wrongNumber: "A'a, lambar ba daidai ba ce",
    asksPhoneAgain: "ku faɗi lambobin ɗaya bayan ɗaya",
    corrects: "A'a, sunana Musa Garba",
    correctName: "Musa Garba",
    yes: "Eh, haka ne",
    goodbye: "A'a, na gode, sai an jima",
    wantsPerson: "Ina so in yi magana da mutum",
    offersMessage: "Ko in ɗauki saƙo",
    wantsAppointment: "Ina so in ga likita",
    danger: "Ku taimake ni, babana ba ya numfashi!",
    stopCalls: "Don Allah kada ku sake kirana",
    repeat: "Ban ji ba, ku maimaita",
    who: "Kai na'ura ne?",
    asksWhere: "A ina kuke?",
    asksPrice: "Nawa ne kuɗin ganin likita?",
    day: "Gobe da safe",
    ownPrompt:
      "Wannan ofishin Imani Clinic ne.\n\nMuna buɗewa daga Litinin zuwa Juma'a daga ƙarfe 8 na safe zuwa 5 na yamma, ranar Asabar daga 9 na safe zuwa 1 na rana. A rufe muke ranar Lahadi.",
    mixed: "Ina son yin booking na appointment don Allah",
    model: {
      greets: "Imani Clinic, barka da zuwa.",
      asksName: "To, madalla. Menene sunanka?",
      asksDay: "To. Wace rana kake so?",
      stillThere: "Kuna nan har yanzu?",
    },
  },
  yo: {
    greets: "Ẹ káàárọ̀",
    greeted: "Ẹ káàbọ̀. Báwo ni mo ṣe lè ràn yín lọ́wọ́?",
    asksHours: "Ìgbà wo ni ẹ máa ń ṣí?",
    toldHours: "A máa ń ṣí ní ọjọ́ Àbámẹ́ta, láti aago mẹ́sàn-án àárọ̀ sí aago kan ọ̀sán.",
    asksSunday: "Ṣé ẹ máa ń ṣí ní ọjọ́ Àìkú?",
    closedSunday: "A kì í ṣí ní ọjọ́ Àìkú.",
    leavesMessage: "Mo fẹ́ fi ọ̀rọ̀ sílẹ̀",
    asksMessage: "Kí ni ọ̀rọ̀ tí ẹ fẹ́ fi ránṣẹ́?",
    message: "Èsì àyẹ̀wò mi kò tíì jáde",
    name: "Orúkọ mi ni Adébáyọ̀ Ògúnlẹ́sì",
    asksName: "Kí ni orúkọ yín?",
    phone: "0803 123 4567",
    phoneInWords: "òdo ọ̀kan èjì ẹ̀ta ẹ̀rin àrún ẹ̀fà èje ẹ̀jọ ẹ̀sán",
    asksPhone: "Kí ni nọ́ńbà fóònù yín?",
    wrongNumber: "Rárá, nọ́ńbà náà kò tọ́",
    asksPhoneAgain: "ẹ sọ nọ́ńbà náà ní ọ̀kọ̀ọ̀kan",
    corrects: "Rárá, orúkọ mi ni Adébísí Ògúnlẹ́sì",
    correctName: "Adébísí Ògúnlẹ́sì",
    yes: "Bẹ́ẹ̀ ni, ó tọ́",
    goodbye: "Rárá, ẹ ṣé, ó dàbọ̀",
    wantsPerson: "Mo fẹ́ bá ènìyàn sọ̀rọ̀",
    offersMessage: "Ṣé ẹ fẹ́ fi ọ̀rọ̀ sílẹ̀",
    wantsAppointment: "Mo fẹ́ rí dókítà",
    danger: "Ẹ gbà mí o, bàbá mi kò mí mọ́!",
    stopCalls: "Ẹ jọ̀ọ́, ẹ má pè mí mọ́",
    repeat: "Mi ò gbọ́, ẹ tún un sọ",
    who: "Ṣé rọ́bọ́ọ̀tì ni yín?",
    asksWhere: "Níbo ni ẹ wà?",
    asksPrice: "Èló ni owó dókítà?",
    day: "Ọ̀la ní àárọ̀",
    ownPrompt:
      "Ilé ìwòsàn Imani nìyí.\n\nA máa ń ṣí láti ọjọ́ Ajé sí ọjọ́ Ẹtì, láti aago 8 àárọ̀ sí aago 5 ìrọ̀lẹ́. A máa ń ṣí ní ọjọ́ Àbámẹ́ta láti aago 9 àárọ̀ sí aago 1 ọ̀sán. A kì í ṣí ní ọjọ́ Àìkú.",
    mixed: "Mo fẹ́ ṣe booking fún appointment ẹ jọ̀ọ́",
    model: {
      greets: "Imani Clinic, ẹ káàbọ̀.",
      asksName: "Ó dára. Kí ni orúkọ yín?",
      asksDay: "Ó dára. Ọjọ́ wo ni ẹ fẹ́?",
      stillThere: "Ṣé ẹ ṣì wà níbẹ̀?",
    },
  },
  zu: {
    greets: "Sawubona",
    greeted: "Sawubona. Ngingakusiza ngani?",
    asksHours: "Nivula nini?",
    toldHours: "Sivula ngoMgqibelo ngehora lesishiyagalolunye ekuseni, sivale ngehora lokuqala emini.",
    asksSunday: "Nivulile ngeSonto?",
    closedSunday: "Sivaliwe ngeSonto.",
    leavesMessage: "Ngicela ukushiya umyalezo",
    asksMessage: "Uthini umyalezo wakho?",
    message: "Imiphumela yami ayikafiki",
    name: "Igama lami nguThandi Dube",
    asksName: "Ngicela igama lakho.",
    phone: "0803 123 4567",
    phoneInWords: "iqanda kunye kubili kuthathu kune kuhlanu isithupha isikhombisa isishiyagalombili isishiyagalolunye",
    asksPhone: "Ngicela inombolo yakho yocingo.",
    wrongNumber: "Cha, inombolo ayilungile",
    asksPhoneAgain: "usho inombolo, idijithi ngayinye",
    corrects: "Cha, igama lami nguThandeka Dube",
    correctName: "Thandeka Dube",
    yes: "Yebo, kunjalo",
    goodbye: "Cha, ngiyabonga, sala kahle",
    wantsPerson: "Ngicela ukukhuluma nomuntu",
    offersMessage: "Ungathanda ukushiya umyalezo",
    wantsAppointment: "Ngifuna ukubona udokotela",
    danger: "Ngisizeni, ubaba akaphefumuli!",
    stopCalls: "Ngicela ningangishayeli futhi",
    repeat: "Angizwanga, ngicela uphinde usho",
    who: "Uyirobhothi?",
    asksWhere: "Nikuphi?",
    asksPrice: "Yimalini ukubona udokotela?",
    day: "Kusasa ekuseni",
    ownPrompt:
      "Leli yihhovisi le-Imani Clinic.\n\nSivula ngoMsombuluko kuya kuLwesihlanu, kusukela ngo-8 ekuseni kuya ku-5 ntambama. Sivula ngoMgqibelo ngo-9 ekuseni kuya ku-1 ntambama. Sivaliwe ngeSonto.",
    mixed: "Ngicela ukwenza i-booking ye-appointment",
    model: {
      greets: "Imani Clinic, sawubona.",
      asksName: "Kulungile. Ngicela igama lakho?",
      asksDay: "Kulungile. Ufuna luphi usuku?",
      stillThere: "Ingabe usekhona?",
    },
  },
};
