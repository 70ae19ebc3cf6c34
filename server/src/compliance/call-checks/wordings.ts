/**
 * How agents say that they are no person, and how they ask for secrets, in nine languages: whole words without accents and marks, a star for
 * any ending. No native speaker has read all of them; a rule's own phrases stand beside them.
 */
import type { Language } from "@ongea/contract";

/** "I am the automated assistant of …" */
export const NO_PERSON: Readonly<Record<Language, string>> = {
  en:
    "automated|automatic assistant|virtual assistant|virtual agent|voice assistant|computer assistant|digital assistant|ai assistant|ai agent|" +
    "an ai|artificial intelligence|a computer|a machine|a robot|a bot|not a person|not a human*|not human",
  sw: "msaidizi wa kompyuta|msaidizi wa kidijitali|msaidizi pepe|akili bandia|akili unde|akili mnemba|si mtu|sio mtu|roboti",
  fr:
    "assistant virtuel|assistante virtuelle|assistant vocal|assistante vocale|assistant automatique|assistant numerique|" +
    "intelligence artificielle|un robot|un ordinateur|pas une personne|pas un humain",
  pt: "assistente virtual|assistente automatic*|assistente digital|inteligencia artificial|um robo|um computador|nao sou uma pessoa",
  ar: "مساعد افتراضي|المساعد الافتراضي|مساعد الي|المساعد الالي|مساعد ذكي|ذكاء اصطناعي|الذكاء الاصطناعي|لست شخصا|لست انسانا",
  ha: "mataimakin kwamfuta|mataimakiyar kwamfuta|kwamfuta|na'ura|ba mutum ba",
  yo: "komputa|konputa|kii se eniyan",
  am: "ኮምፒውተር*|ኮምፒዩተር*|የኮምፒውተር*|የኮምፒዩተር*|ሰው ሰራሽ|ሰው አይደለሁም",
  zu: "wekhompyutha|ikhompyutha|ngiyikhompyutha|irobhothi|angiyena umuntu",
};

export interface SecretWords {
  secrets: string;
  /** What makes a sentence with a secret a request; a question is one without them. */
  asks: string;
  /** What makes it a warning, or has it typed elsewhere: "we never ask for your PIN", "enter it on your phone". */
  warns: string;
}

export const SECRETS: Readonly<Record<Language, SecretWords>> = {
  en: {
    secrets: "pin|pins|password*|passcode*|one time code|otp|cvv|cvc|security code|secret code|verification code",
    asks: "tell|give|say|spell|repeat|read|what is|what's|enter|key in|type|provide|share your|share the|confirm|send me|send us",
    warns:
      "not|never|nobody|no one|no need|don't|won't|can't|cannot|on your phone|on your handset|on your own|kra pin|pin certificate",
  },
  sw: {
    secrets:
      "pin|pini|nywila|namba ya siri|namba yako ya siri|nambari ya siri|nambari yako ya siri|neno la siri|neno lako la siri",
    asks: "niambie|tuambie|nipe|tupe|nipatie|taja|sema|ingiza|bonyeza|weka|andika|tuma|naomba|rudia",
    warns: "usi*|msi*|kamwe|hatu*|haku*|kwenye simu yako",
  },
  fr: {
    secrets: "pin|mot de passe|code secret|code de verification|code de securite|cryptogramme",
    asks: "donnez|dites|quel est|entrez|saisissez|tapez|indiquez|communiquez|envoyez|epelez|confirmez|repetez",
    warns: "pas|jamais|aucun*|personne|sur votre telephone",
  },
  pt: {
    secrets: "pin|senha|palavra passe|codigo secreto|codigo de verificacao|codigo de seguranca",
    asks: "diga|de me|qual e|digite|informe|introduza|envie|confirme|repita",
    warns: "nao|nunca|jamais|ninguem|no seu telefone|no seu telemovel",
  },
  ar: {
    secrets: "الرقم السري|رقمك السري|كلمة المرور|كلمة السر|رمز التحقق",
    asks: "ما هو|ما هي|اعطني|ادخل|قل لي|اخبرني|ارسل|اكتب|تزويدي|اذكر",
    warns: "لا|لن|ابدا|على هاتفك",
  },
  ha: {
    secrets: "pin|kalmar sirri|kalmar sirrinka|lambar sirri|lambar sirrinka",
    asks: "gaya|fada|ba ni|ba mu|shigar|menene|turo|rubuta|maimaita",
    warns: "kada|kar|ba za mu|ba ma",
  },
  yo: {
    secrets: "pin|oro asina|oro asiri|nomba asiri",
    asks: "so fun|fun mi|kini|te|ko|tun so",
    warns: "ma se|e ma|a kii",
  },
  am: {
    secrets: "የይለፍ ቃል*|የሚስጥር ቁጥር*|ፒን*",
    asks: "ንገሩኝ|ይንገሩኝ|ስጡኝ|ይስጡኝ|ያስገቡ|ምንድን*|ይበሉ|ይድገሙ",
    warns: "አይ*|አት*|በፍጹም|በስልክዎ",
  },
  zu: {
    secrets: "pin|iphini|iphasiwedi*|inombolo eyimfihlo|inombolo yakho eyimfihlo",
    asks: "ngitshele|sitshele|nginike|sinike|faka|ithini|yini|bhala|shono|ngicela|sicela|phinda",
    warns: "unga*|ngeke|asi*|musa|ocingweni lwakho",
  },
};
