import type { Story } from "./organisation.ts";

export const WALLET: Story = {
  template: "mobile_money",
  country: "tanzania",
  outbound: 0,
  stories: [
    `C: Nimetuma pesa kwa namba [isiyo sahihi|ambayo sijui], tafadhali nisaidieni haraka!
A: Pole sana. Tuliza moyo, nitaangalia mara moja. Namba ya muamala ni ipi?
~ 8
C: Iko kwenye ujumbe... {ref}.
A: Asante. Ulituma kiasi gani, na saa ngapi?
C: Shilingi {amount}, kama [dakika kumi|nusu saa] zilizopita.
> find_transfer {"reference":"{ref}"} => {"amount":"{amount}","withdrawn":false}
A: Nimeuona muamala {ref} wa shilingi {amount}. Mpokeaji bado hajatoa pesa.
C: Mungu ni mwema. Zinaweza kurudi?
A: Nimezizuia sasa. Mpokeaji ataulizwa; akikubali au asipojibu ndani ya saa sabini na mbili, zinarudi kwako.
> hold_transfer {"reference":"{ref}"} => {"held":true}
C: Nitajuaje?
A: Utapata ujumbe kwenye {number}. Jina lako ni nani ili nilinganishe?
C: {person}, wa {place}.
A: Asante, {first}. Jina linalingana na la mwenye akaunti.`,
    `C: Habari, mimi ni wakala hapa {place}. Float yangu imekwisha na wateja wanasubiri.
A: Karibu wakala. Naomba namba yako ya uwakala.
C: {ref}.
> agent_float {"agent":"{ref}"} => {"float":"{less}","limit":"{amount}"}
A: Una shilingi {less}, na unaweza kuongeza hadi shilingi {amount}. Utaweka kupitia benki au wakala mkuu?
C: Benki. [Nilishaweka lakini haijaonekana.|Naenda sasa hivi.]
A: Ukiweka kabla ya {hour}, inaonekana ndani ya dakika kumi.
C: Sawa. Na kamisheni ya mwezi huu inaingia lini?
A: Kamisheni inaingia siku ya {day}, moja kwa moja kwenye akaunti yako.
C: Vizuri, asante.`,
    `C: Simu yangu imeibiwa jana {place}. Naomba mfunge akaunti yangu.
A: Pole sana kwa yaliyokupata. Naomba jina lako kamili na tarehe ya kuzaliwa, usinitajie namba ya siri.
C: {person}, nilizaliwa tarehe tatu mwezi wa sita, tisini na moja.
> find_customer {"name":"{person}"} => {"found":true}
A: Asante, {first}. Nimeipata akaunti, na ninaifunga sasa hivi.
> lock_wallet {"customer":"{ref}"} => {"locked":true}
A: Imefungwa. Hakuna mtu anayeweza kutoa pesa. Salio lako, shilingi {amount}, liko salama.
C: Asante Mungu. Nitafanya nini kupata laini mpya?
A: Fika dukani na kitambulisho cha taifa. Ukishapata laini, piga simu kutoka hapo na tunafungua tena.
C: Duka la {place} liko wazi Jumamosi?
A: Ndiyo, hadi saa nane mchana.`,
  ],
  asides: [
    `C: Makato ya kutuma ni kiasi gani?
A: Kwa shilingi {less} makato ni chini ya asilimia moja. Utaona kabla ya kuthibitisha.`,
    `C: Naomba taarifa ya akaunti ya mwezi uliopita.
A: Ninaituma kwenye simu yako kama kiungo; kinafanya kazi kwa saa ishirini na nne.
C: Sawa kabisa.`,
    `C: Kuna mtu alinipigia akasema nimeshinda zawadi.
A: Huo ni utapeli. Usimpe namba ya siri, na usirudishe pesa. Nimeandika namba yake, asante.`,
  ],
  closings: [
    `C: Asante kwa msaada.
A: Asante kwa kutumia Haraka Pesa, {first}.`,
    `A: Nikusaidie lingine?
C: Hapana, nashukuru.
A: Siku njema.`,
    `C: Haya, baadaye.
A: Kwaheri, {first}.`,
  ],
};

export const BUS: Story = {
  template: "bus",
  country: "ethiopia",
  outbound: 0,
  stories: [
    `C: ሰላም, hello. I want [two seats|one seat|three seats] to {place} for {day}.
A: With pleasure. The coach to {place} leaves at half past five in the morning from Meskel Square. Is that European time for you as well?
C: Yes, five thirty, eleven thirty our time. Is there still a window seat?
> find_seats {"to":"{place}","day":"{day}"} => {"free":14,"window":true,"price":"{amount}"}
A: There is. It costs {amount} birr a person. Under which name?
C: {person}.
A: And the passengers' identity cards: you will need them at boarding. Which telephone number may I note?
C: {number}.
A: I hold the seat in the name of {person} until {hour}. You can pay by telebirr or at the counter.
C: By telebirr. What is the reference?
> hold_seats {"to":"{place}","name":"{person}"} => {"reference":"{ref}"}
A: The reference is {ref}. I repeat: {ref}.
~ 20
C: እሺ, I have paid. Do you see it?
> payment_state {"reference":"{ref}"} => {"received":true}
A: I see it. The ticket comes to {number} as a message. Please be there half an hour before.`,
    `C: I have a ticket for {day} to {place}, but I need to travel on {other} instead. [My sister's wedding has moved.|The ministry has changed my meeting.]
A: I can change it once without a fee. What is the reference, please?
C: {ref}.
> find_ticket {"reference":"{ref}"} => {"name":"{person}","to":"{place}","day":"{day}"}
A: For {person} to {place}. On {other} there are six seats left. Shall I change it?
C: Yes, please. The same seat if possible.
> change_ticket {"reference":"{ref}","day":"{other}"} => {"changed":true,"seat":"12A"}
A: It is changed: {other}, half past five in the morning, seat twelve A.
C: Very good. አመሰግናለሁ.
A: ምንም አይደለም, you are welcome.`,
    `C: Hello, my bag did not arrive with me in {place} yesterday. [It is a blue suitcase.|It is a woven basket with coffee in it.]
A: I am very sorry. What is the number on the luggage tag?
~ 12
C: One moment, it is on the ticket... {ref}.
> find_luggage {"tag":"{ref}"} => {"where":"Meskel Square","next_coach":"{day}"}
A: It is still in Addis Ababa, at Meskel Square; it was not loaded. It comes with the coach on {day}.
C: Will somebody call me when it is here?
A: Yes, on which number?
C: {number}, ask for {person}.
> note_message {"tag":"{ref}","phone":"{number}"} => {"ok":true}
A: Noted. The office in {place} calls you, and you pay nothing.
C: Thank you for finding it.`,
  ],
  asides: [
    `C: How much luggage may I take?
A: Twenty kilograms are free. Each further kilogram is fifteen birr.`,
    `C: Is there a stop for lunch?
A: Yes, forty minutes on the way, usually at noon. Water and a snack are included.
C: Good, the children will be hungry.`,
    `C: Do children pay?
A: Under three they travel free on your lap; up to twelve they pay half.`,
    `C: Is the road open? I heard there was rain.
A: The road is open today. If that changes we send a message to everybody with a ticket.`,
  ],
  closings: [
    `C: አመሰግናለሁ, ደህና ሁኑ.
A: ደህና ይሁኑ, have a safe journey.`,
    `A: Can I help with anything else?
C: No, thank you, that is all.
A: Then good travels, {first}.`,
    `C: Ishi, ciao.
A: Ciao, and thank you for travelling with Selam Bus.`,
  ],
};
