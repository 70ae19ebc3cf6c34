import type { Story } from "./organisation.ts";

export const ELECTRICITY: Story = {
  template: "electricity",
  country: "nigeria",
  outbound: 0,
  stories: [
    `C: Sannu. We have no light since [last night|yesterday evening|two days]. The whole street is dark.
A: Sannu, and I am sorry about that. What is the meter number, or the street?
C: The meter is {ref}. It is in {place}, near the [mosque|primary school|borehole].
> area_state {"meter":"{ref}"} => {"fault":"transformer","reports":{count}}
A: Thank you. There is a fault at the transformer in {place}, and {count} people have reported it.
C: When will they come? [My freezer is full of fish.|I have a barbing salon, I cannot work.|My mother uses a breathing machine.]
A: A crew is on its way and should have it running by {hour}. Do you have a number for a message?
C: {number}. My name is {person}.
> report_fault {"meter":"{ref}","phone":"{number}"} => {"ticket":"F-{ref}"}
A: Your ticket is F {ref}. You get a message when the light is back.
C: And if they do not come?
A: Then call with the ticket number and it goes to the supervisor of the day.
C: Toh, na gode.`,
    `C: I bought a token of {amount} naira and the meter is saying [error|rejected|reject 30].
A: Let me check it. Please read me the meter number.
~ 10
C: It is {ref}.
> token_state {"meter":"{ref}"} => {"issued":true,"key_change":true}
A: Your meter first needs two update codes, and then the token. I send all three to your phone, in the order in which you must type them.
C: Why should I need codes? I have always bought like this.
A: Every meter of this make gets them once, this year. They cost nothing.
C: Okay. My number is {number}.
> send_codes {"meter":"{ref}","phone":"{number}"} => {"sent":true}
A: Sent. Type the first, press enter, wait for the word accepted, then the next.
~ 22
C: First one accepted... second one... yes, now the token has entered. It is showing units!
A: Excellent. You have light for {amount} naira now, {first}.`,
    `C: Good day, my bill is too high. {amount} naira for [a one-room shop|three rooms]? It is not possible.
A: I understand. May I have the account number and your name?
C: {ref}, {person}.
> read_account {"account":"{ref}"} => {"estimated":true,"last_reading":"March"}
A: The bill was estimated, because nobody could read the meter since March. You can give me the reading now.
~ 15
C: Let me go outside... it shows four, eight, one, two.
> note_reading {"account":"{ref}","reading":4812} => {"new_amount":"{less}"}
A: With that reading the bill is {less} naira. I correct it today.
C: You see! Na gode sosai.
A: The corrected bill comes as a message on {day}. What you have paid too much counts for the next one.`,
  ],
  asides: [
    `C: How do I apply for a prepaid meter?
A: With your last bill and an identity card, at the office in {place} or on the telephone with me. It takes about three weeks.`,
    `C: There is a wire hanging at the corner, children play there.
A: Please keep everyone ten metres away. I send an emergency crew at once.
> report_danger {"place":"{place}"} => {"crew":"on the way"}
C: Thank you, I will tell them to move.`,
    `C: Can I pay with my phone?
A: Yes, by transfer, with a card or at any agent. The token comes by message within two minutes.`,
  ],
  closings: [
    `C: Na gode, sai an jima.
A: Sai an jima, and thank you for your patience.`,
    `A: Is there anything else?
C: No, that is all.
A: Thank you, {first}. Mu kwana lafiya.`,
    `C: Alright, God bless you.
A: And you too. Goodbye.`,
  ],
};

export const SCHOOL: Story = {
  template: "school",
  country: "nigeria",
  outbound: 0.45,
  stories: [
    `A: Good day, is this the parent of {first}? I am calling about the second part of this term's fees.
C: Ẹ kú ọ̀sán. Yes, this is [his father|her mother|the guardian], {person}.
A: Thank you. {amount} naira were due on {day}. Has it been paid since?
C: [I transferred part of it on Friday.|Salaries have not been paid yet.|I have the teller here with me.]
> fees_state {"student":"{ref}"} => {"due":"{amount}","received":"{less}"}
A: I see {less} naira received. Would you like to arrange the rest in two parts?
C: Yes, that will help. At the end of this month and the next.
> note_plan {"student":"{ref}","parts":2} => {"ok":true}
A: I have noted it. Nothing changes for {first}, and the examination card is not held back.
C: Thank you very much, that was my worry. Ẹ ṣé gan.
A: I send the dates to {number}. Is that the right number?
C: Correct.`,
    `C: Good morning. [My daughter|My son] is in JSS2 and I want to know when the term ends and if the bus still goes to {place}.
A: Good morning. The term ends on {day} at noon, and boarders leave by two o'clock.
C: And the bus?
> bus_plan {"stop":"{place}"} => {"leaves":"{time}","seats":7}
A: The bus to {place} leaves at {hour} and has seven seats left. Shall I keep one?
C: Please. The name is {person}.
A: And the student's number?
~ 7
C: It is {ref}.
> book_bus {"student":"{ref}","stop":"{place}"} => {"booked":true}
A: The seat is booked. The fare is {less} naira, added to the account.
C: That is okay.
A: Please have somebody at the stop, the driver lets no child go alone.`,
    `C: Ẹ káàárọ̀. I would like admission for my child next session. What do I need?
A: Ẹ káàárọ̀, welcome. Which class would it be?
C: JSS1. [She|He] is finishing primary six at {place}.
A: Then the entrance examination is on {day} at {hour}. The form costs {less} naira.
C: What does she have to bring?
A: Two photographs, the birth certificate and the last report. Mathematics, English and general knowledge are asked.
C: Can I get the form by phone?
A: Yes, I can send it. To which name and number?
C: {person}, {number}.
> send_form {"phone":"{number}","form":"admission"} => {"sent":true}
A: It is on its way. The number of the application is {ref}.
C: And when do we hear the result?
A: Within two weeks, by message.`,
  ],
  asides: [
    `C: When is visiting day?
A: On the last Saturday of the month, from ten until four. Cooked food may be brought, but no money.
C: I will bring her jollof then.`,
    `C: My child says the uniform is too small.
A: The tailor is in the school on Wednesdays. A new set is paid with the next fees.`,
    `C: Can I speak to the class teacher?
A: I can note that the teacher calls you back. After two o'clock is usual.
> take_message {"name":"{person}","phone":"{number}","message":"Call from the class teacher"} => {"ok":true}
C: Yes, please do that.`,
  ],
  closings: [
    `C: Ẹ ṣé o, ó dàbọ̀.
A: Ó dàbọ̀, and greetings to the family.`,
    `A: May I help with anything else?
C: No, you have tried.
A: Thank you, and God bless.`,
    `C: Okay, bye for now.
A: Goodbye, {person}.`,
  ],
};

export const PARCELS: Story = {
  template: "courier",
  country: "ghana",
  outbound: 0.35,
  stories: [
    `C: Yes, please. It is {ref}. [It has been in the same place for days.|My customer is calling me every hour.]
> track {"number":"{ref}"} => {"state":"customs","paid":false,"duty":"{less}"}
A: Thank you. The parcel is at the customs desk in Tema; duty of {less} cedis has to be paid.
C: Ei! Nobody told me about duty. It is only [shoes|spare parts for a sewing machine|books].
A: A message went out on {day}, to a number that ends differently from yours. Shall I change the number?
C: Yes, use {number}.
> change_contact {"number":"{ref}","phone":"{number}"} => {"ok":true}
A: It is changed. You can pay with mobile money; I send the prompt now if you like.
C: Send it.
~ 19
C: I have approved it.
> payment_state {"number":"{ref}"} => {"received":true}
A: It has arrived. The parcel leaves Tema today and is in {place} on {day}.
C: Medaase. Finally.`,
    `A: Good day, I am calling for Volta Parcels. We have a parcel for {person} and the rider cannot find the house.
C: Oh, this is {first}. Where is he now?
A: He is at {place}, at the [junction|filling station|chop bar]. Could you describe the way?
C: He should pass the big [kapok tree|church], then the second left. It is the blue gate, after the cold store.
A: Past the church, second left, blue gate after the cold store. Is that right?
C: That's it. Tell him to hoot.
> note_for_rider {"number":"{ref}","note":"second left, blue gate, hoot"} => {"ok":true}
A: He has read it and should be with you in ten minutes. Will you have {less} cedis for the delivery?
C: I will pay by MoMo.
A: That is fine, he carries a code for it.`,
    `C: Good morning, I want to send a parcel to [Lagos|Lomé|Abidjan]. How does it work?
A: Good morning. How heavy is it, and what is inside?
C: About four kilos, it is [kente cloth for a wedding|shea butter|documents and a laptop].
> quote {"kilograms":4} => {"price":"{amount}","days":4}
A: That is {amount} cedis and takes about four working days. A rider can collect it from you.
C: Collect it at {place}, please. When can he come?
> check_availability {"date":"{day}"} => {"free":["{time}"]}
A: On {day} at {hour}. Which name and number?
C: {person}, {number}.
A: {person}, {number}, collection at {place} on {day} at {hour}. Shall I book it?
C: Yes, go ahead.
> book_collection {"name":"{person}","date":"{day}","time":"{time}"} => {"number":"{ref}"}
A: It is booked. The tracking number is {ref}.`,
  ],
  asides: [
    `C: What if it gets broken?
A: Every parcel is covered up to five hundred cedis. For more you can add insurance of two per cent.`,
    `C: Can my sister collect it instead?
A: Yes, with her identity card and the tracking number.
C: Good, she is nearer.`,
    `C: Do you work on Saturdays?
A: Riders work until two on Saturdays. On Sundays they rest.`,
  ],
  closings: [
    `C: Medaase paa. Bye.
A: Yɛnni aseda, thank you for calling Volta Parcels.`,
    `A: Is there another parcel I can look for?
C: No, only that one.
A: Then have a good day, {first}.`,
    `C: Okay, I'm waiting.
A: He is on his way. Bye.`,
  ],
};

export const CLINIQUE: Story = {
  template: "clinic_fr",
  country: "senegal",
  outbound: 0,
  stories: [
    `C: Bonjour, salaam aleekum. Je voudrais un rendez-vous [pour mon fils|pour ma femme|pour moi], s'il vous plaît.
A: Maalekum salaam. C'est pour une consultation générale, la pédiatrie ou la gynécologie ?
C: [La pédiatrie. Il a de la fièvre depuis hier soir.|Une consultation générale, j'ai mal au dos.|La gynécologie, c'est le suivi de la grossesse.]
A: D'accord. Quel jour vous conviendrait ?
C: {day}, si possible. J'habite à {place} et il y a des embouteillages le matin.
> check_availability {"date":"{day}"} => {"free":["09:00","{time}","15:30"]}
A: {day} j'ai une place à neuf heures et une à {hour}.
C: {hour}, c'est très bien.
A: À quel nom, et sur quel numéro peut-on vous joindre ?
C: {person}, au {number}.
A: Je répète : {person}, {day} à {hour}, au {number}. C'est bien cela ?
C: C'est exact.
> book_appointment {"name":"{person}","date":"{day}","time":"{time}","phone":"{number}"} => {"booked":true}
A: C'est noté. Pensez à apporter le carnet de santé et votre carte de mutuelle.`,
    `C: Bonjour, j'appelle pour le vaccin contre la fièvre jaune. Je voyage [à Bamako|à Kinshasa|à Abidjan] dans {count} jours.
A: Bonjour. Le vaccin doit être fait au moins dix jours avant le départ pour que le carnet soit valable.
C: Ah, alors il faut faire vite ! C'est possible {day} ?
> check_availability {"date":"{day}","kind":"vaccination"} => {"free":["{time}"]}
A: Oui, {day} à {hour}. Le vaccin et le carnet international coûtent {amount} francs.
C: On peut payer par Wave ou Orange Money ?
A: Oui, les deux, ou en espèces au comptoir.
C: Alors prenez le rendez-vous. {person}.
> book_appointment {"name":"{person}","date":"{day}","time":"{time}"} => {"booked":true}
A: C'est fait. Venez avec votre passeport, le numéro y sera inscrit.
C: Jërëjëf, merci beaucoup.`,
    `C: Bonjour, ma mutuelle a refusé le remboursement de la facture {ref}. [Je ne comprends pas pourquoi.|On m'a dit qu'il manque un document.]
A: Je regarde tout de suite. À quel nom est la facture ?
C: {person}.
> find_invoice {"number":"{ref}"} => {"amount":"{amount}","missing":"prescription"}
A: Merci. La facture est de {amount} francs ; il manque l'ordonnance signée du médecin.
C: Ah bon ? Pourtant je l'ai déposée {day}.
A: Je peux la demander au médecin et la transmettre à la mutuelle sans que vous vous déplaciez. Cela vous convient ?
C: Oui, volontiers.
> ask_document {"number":"{ref}","document":"prescription"} => {"ok":true}
A: C'est demandé. Vous recevrez un message au {number} quand ce sera parti.
C: Très bien. Cela prendra combien de temps ?
A: En général trois jours ouvrables.`,
  ],
  asides: [
    `C: Quel est le prix de la consultation ?
D: Tarifs et horaires | Dix mille francs, et le tiers payant s'applique avec la plupart des mutuelles.
C: D'accord, merci.`,
    `C: Vous êtes où exactement ?
A: Sur l'avenue Cheikh Anta Diop, à côté de la pharmacie, en face de l'arrêt du bus.`,
    `C: Il faut être à jeun pour la prise de sang ?
D: Tarifs et horaires | Oui, depuis dix heures la veille. L'eau est permise.`,
    `C: Le docteur {other}... il consulte aussi le samedi ?
A: Un médecin est là le samedi jusqu'à treize heures, mais pas toujours le même.`,
  ],
  closings: [
    `C: Jërëjëf, bonne journée.
A: Ñoo ko bokk, bonne journée à vous.`,
    `A: Puis-je faire autre chose pour vous ?
C: Non, c'est tout. Merci bien.
A: Au revoir, et bon rétablissement.`,
    `C: Merci, au revoir.
A: Au revoir, {first}.`,
  ],
};
