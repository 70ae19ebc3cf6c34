import type { Organisation } from "./organisation.ts";

export const WATER: Organisation = {
  agent: "Amanzi Water faults and accounts",
  type: "customer_service",
  country: "southAfrica",
  language: "en",
  outbound: 0,
  welcome: "Sawubona, you are through to Amanzi Water in Durban. How can I help you?",
  about:
    "Amanzi Water, Durban: burst pipes, water outages, accounts and meter readings. A burst pipe is seen within four hours. Water tankers stand at the community hall during an outage. Accounts can be paid in instalments.",
  stories: [
    `C: Sawubona. There is water [running down the whole street|coming out of the road] here in {place}. It's a burst pipe.
A: Yebo, thank you for telling us. Which street, and is there a house number nearby?
C: It is by number {count}, just below the [taxi rank|clinic|tuck shop].
> report_burst {"place":"{place}"} => {"ticket":"W{ref}","crew":"{time}"}
A: I have sent it to the crew. The ticket is W {ref}, and they should be there by {hour}.
C: The pressure is already gone in our house. [My gogo is at home alone.|I run a crèche, there are twenty children.]
A: I note that. A tanker stands at the community hall until the pipe is closed and mended.
C: Okay. Will you let us know?
A: Yes. What is your number?
C: {number}, and the name is {person}.
> note_contact {"ticket":"W{ref}","phone":"{number}"} => {"ok":true}
A: Ngiyabonga, {first}. You get a message when the water is back.`,
    `C: Hi, I got a bill for {amount} rand. We are [two people|a family of five], that cannot be right.
A: Let me look at it with you. What is the account number?
~ 9
C: Hang on... {ref}.
> read_account {"account":"{ref}"} => {"name":"{person}","jump":true}
A: Thank you. The meter jumped between March and April, that often is a leak after the meter.
C: How would I know if there is a leak?
A: Close all taps and watch the small red wheel on the meter. If it turns, water runs somewhere.
~ 26
C: Yoh. It is turning. Slowly, but it turns.
A: Then it is a leak on your side. A plumber's invoice lets us take off part of the bill.
C: And until then? I can't pay {amount} at once.
A: I can spread it over six months. Shall I?
C: Please, that would help a lot.
> note_plan {"account":"{ref}","parts":6} => {"ok":true}
A: Done. The first part of {less} rand is due on {day}.`,
    `C: Hello, I'm moving house to {place} and I need the water in my name.
A: Congratulations on the new home. What is your full name, and from which day?
C: {person}, from {day}.
A: Thank you. Is there a meter number on the agreement?
C: Yes, {ref}.
> check_meter {"meter":"{ref}"} => {"free":true,"deposit":"{amount}"}
A: The meter is free. A deposit of {amount} rand is asked, and you get it back with interest when you leave.
C: [Can I pay it by EFT?|Is there a discount for pensioners?]
A: By EFT, by card or at a shop's till. Pensioners pay half.
C: Okay. Then please go ahead.
> open_account {"name":"{person}","meter":"{ref}"} => {"account":"9{ref}"}
A: The account is open from {day}. The details come to {number}.`,
  ],
  asides: [
    `C: Will there be load shedding at the pump again?
A: The pumps have generators now. If an outage is planned, we send a message the day before.`,
    `C: Is the water safe to drink after this?
A: Let it run until it is clear. If it stays brown for more than an hour, please call again.
C: Right, will do.`,
    `C: How do I read the meter?
A: Only the black digits from the left, without the red ones. You can send a photo, too.`,
  ],
  closings: [
    `C: Ngiyabonga kakhulu. Sala kahle.
A: Hamba kahle, {first}.`,
    `A: Is there anything else?
C: No, that's it. Thanks, hey.
A: It is a pleasure. Have a good day.`,
    `C: Sharp, bye.
A: Goodbye.`,
  ],
};

export const INSURANCE: Organisation = {
  agent: "Seguros Baía sinistros",
  type: "customer_service",
  country: "mozambique",
  language: "pt",
  outbound: 0.2,
  welcome: "Bom dia, fala a assistente da Seguros Baía, em Maputo. Em que posso ajudar?",
  about:
    "Seguros Baía, avenida Julius Nyerere, Maputo. Seguros automóvel, de saúde e de machamba. Um sinistro participa-se em oito dias; o perito responde em cinco dias úteis. O chapa e os táxis têm uma apólice própria.",
  stories: [
    `C: Bom dia. Tive um acidente [com um chapa|na estrada nacional|no parque do mercado] e queria participar.
A: Lamento muito. Antes de mais, está tudo bem consigo? Há feridos?
C: Não, só chapa batida, graças a Deus.
A: Ainda bem. Qual é o número da apólice?
~ 10
C: Um momento... {ref}.
> find_policy {"number":"{ref}"} => {"holder":"{person}","covers":true}
A: Obrigada. A apólice está em nome de {person} e cobre este tipo de acidente. Onde foi e em que dia?
C: Foi em {place}, na {day}, por volta das {hour}.
A: A polícia esteve no local?
C: Esteve, e tenho [o auto|o número do auto].
> open_claim {"policy":"{ref}","place":"{place}"} => {"claim":"S{ref}"}
A: Muito bem. O processo é S {ref}. O perito pode ver o carro na {other}. Onde está a viatura?
C: Está em casa, em {place}. O meu contacto é {number}.
A: Fica marcado: {other}, em {place}. Tire fotografias antes de mexer na viatura, por favor.`,
    `C: Boa tarde, queria saber como está o meu processo, o S {ref}.
A: Boa tarde. Vou verificar. Posso confirmar o seu nome?
C: {person}.
> claim_state {"claim":"S{ref}"} => {"state":"approved","amount":"{amount}"}
A: Obrigada pela espera. O processo foi aprovado e a indemnização é de {amount} meticais.
C: Ah, que boa notícia! [Já estava a perder a esperança.|E quando é que entra?]
A: O pagamento entra na {day}, por transferência ou M-Pesa. O que prefere?
C: Por M-Pesa, para o {number}.
> note_payout {"claim":"S{ref}","phone":"{number}"} => {"ok":true}
A: Está registado. Vai receber uma mensagem de confirmação.`,
    `A: Bom dia, falo com {person}? É sobre a renovação da sua apólice.
C: Sim, sou eu. Quando é que acaba?
A: Termina na {day}. A renovação por um ano fica em {amount} meticais, ou doze prestações.
C: [Este ano a machamba não rendeu muito.|Subiu em relação ao ano passado?] Há algum desconto?
> offer {"policy":"{ref}"} => {"discount":"10 %","price":"{less}"}
A: Sem sinistros no último ano há dez por cento de desconto. A primeira prestação seria de {less} meticais.
C: Então renove em prestações, por favor.
> renew {"policy":"{ref}","parts":12} => {"renewed":true}
A: Está renovada. O documento segue para o {number}.
C: Kanimambo, muito obrigado.`,
  ],
  asides: [
    `C: A cobertura vale também na África do Sul?
A: Vale com a carta verde, que se pede com dois dias de antecedência. Não tem custo.`,
    `C: E se for o meu irmão a conduzir?
A: Pode conduzir, desde que tenha carta há mais de dois anos.
C: Tem há cinco, está bem.`,
    `C: A vossa loja da {place} abre ao sábado?
A: Abre até ao meio-dia e meia.`,
  ],
  closings: [
    `C: Obrigado pela ajuda. Bom dia.
A: Kanimambo, {first}. Tenha um bom dia.`,
    `A: Posso ajudar em mais alguma coisa?
C: Não, é tudo.
A: Então até à próxima.`,
    `C: Está bem, tchau.
A: Até logo, e conduza com cuidado.`,
  ],
};

export const PHARMACY: Organisation = {
  agent: "Pharmacie Atlas livraisons",
  type: "other",
  country: "morocco",
  language: "fr",
  outbound: 0.25,
  welcome: "السلام عليكم، Pharmacie Atlas à Casablanca, bonjour. Vous appelez pour une ordonnance ou une livraison ?",
  about:
    "Pharmacie Atlas, boulevard Ghandi, Casablanca. Ordonnances, livraison à domicile dans la journée, garde de nuit une semaine sur quatre. Un médicament sur ordonnance n'est remis qu'avec l'ordonnance.",
  stories: [
    `C: وعليكم السلام. J'ai envoyé une ordonnance [pour mon père|pour ma mère] ce matin, elle est prête ?
A: Je vérifie. C'est à quel nom, s'il vous plaît ?
C: {person}.
> find_prescription {"name":"{person}"} => {"state":"ready","missing":0,"total":"{amount}"}
A: Merci. Tout est là, le total est de {amount} dirhams avant remboursement.
C: الحمد لله. Vous pouvez livrer à {place} ?
> check_availability {"date":"{day}"} => {"free":["{time}"]}
A: Oui, le livreur peut passer {day} à {hour}.
C: Très bien. Il y a [un code en bas, 27B|un gardien], qu'il appelle en arrivant.
A: Sur quel numéro ?
C: Sur le {number}.
> book_delivery {"name":"{person}","time":"{time}","phone":"{number}"} => {"number":"{ref}"}
A: C'est noté, livraison {ref}. Préparez l'ordonnance originale, le livreur doit la voir.
C: شكرا بزاف.`,
    `C: Bonjour, est-ce que vous avez [de l'insuline en stylo|le sirop pour la toux des enfants|des bandelettes pour le glucomètre] ? Deux pharmacies n'en ont plus.
A: Bonjour. Je regarde le stock tout de suite.
> stock {"query":"{ref}"} => {"here":0,"depot":12,"arrives":"{day}"}
A: Il n'y en a plus ici, mais le dépôt en a douze. Nous pouvons l'avoir {day} avant {hour}.
C: Vous pouvez m'en garder un ?
A: Volontiers. À quel nom, et quel numéro ?
C: {person}, {number}.
> reserve {"name":"{person}","phone":"{number}"} => {"number":"{ref}"}
A: Il est réservé pour vous pendant trois jours, sous le numéro {ref}.
C: Combien ça coûte ?
A: {less} dirhams, remboursables en partie avec la feuille de soins.
C: D'accord, je passerai {day}.`,
    `A: Bonjour, je parle bien à {person} ? C'est la Pharmacie Atlas, pour le renouvellement de votre traitement.
C: نعم، c'est moi. [J'allais justement vous appeler.|Il m'en reste pour trois jours.]
A: Très bien. Le médecin a validé un mois de plus. On le prépare ?
C: Oui, s'il vous plaît. Et ajoutez [du paracétamol|une crème solaire].
> prepare {"name":"{person}"} => {"ready":"{day}","total":"{amount}"}
A: C'est ajouté. Tout sera prêt {day}, pour {amount} dirhams. Livraison à {place} comme la dernière fois ?
C: Oui, à la même adresse, après {hour}.
> book_delivery {"name":"{person}","phone":"{number}"} => {"number":"{ref}"}
A: C'est noté, numéro {ref}.`,
  ],
  asides: [
    `C: Vous êtes de garde cette nuit ?
A: Pas cette semaine. La pharmacie de garde à {place} est ouverte jusqu'à huit heures.`,
    `C: Je peux prendre ce sirop avec mon autre médicament ?
A: C'est une question pour le pharmacien ; je note qu'il vous rappelle dans l'heure.
> take_message {"name":"{person}","phone":"{number}","message":"Question about two medicines"} => {"ok":true}
C: Oui, merci, c'est plus sûr.`,
    `C: La livraison est payante ?
A: Elle est gratuite à partir de deux cents dirhams, sinon quinze dirhams.`,
  ],
  closings: [
    `C: شكرا، بسلامة.
A: بسلامة، et bon rétablissement.`,
    `A: Autre chose pour vous ?
C: Non, c'est parfait.
A: Merci, à bientôt.`,
    `C: Merci, au revoir.
A: Au revoir, {first}.`,
  ],
};
