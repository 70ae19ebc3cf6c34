import type { Story } from "./organisation.ts";

export const CLINIC: Story = {
  template: "front_desk",
  agent: "Imani Clinic front desk",
  country: "kenya",
  outbound: 0,
  stories: [
    `C: [Habari, good morning.|Hello, good afternoon.] I would like to book [an appointment|a check-up] for [my daughter|my mother|myself], please.
A: Of course. Is it for a general consultation, the dentist, the eye clinic or child health?
C: [Child health. She has had a cough for four days now.|General, please. It is a headache that does not go away.|The dentist. There is a tooth at the back that hurts.]
A: I am sorry to hear that. Which day would suit you?
C: Is there anything on {day}? I come from {place}, so not too early if possible.
> check_availability {"date":"next {day}"} => {"free":["09:00","10:15","14:00","{time}"]}
A: On {day} there is room at nine, at a quarter past ten and at {hour}. Which one shall I take?
C: {hour} is good. [It gives me time for the matatu.|That works well with my shift.]
A: What name should I put it under?
C: {person}.
A: Thank you, {first}. And a telephone number, in case the doctor is running late?
C: You can use this one, it is {number}.
A: So that is {day} at {hour} for {person}, and we call {number} if anything changes. Is that right?
C: Yes, that is right. Asante sana.
> book_appointment {"name":"{person}","date":"next {day}","time":"{time}","phone":"{number}"} => {"booked":true}
A: It is booked. Please bring the insurance card and an identity document, and come ten minutes early.`,
    `C: Hello, I was there last week for blood tests. [I wanted to know if my results are out.|Nobody has called me about the results.]
A: I can check whether they have arrived. What is the name on the form, please?
C: {person}. I was seen on {day}.
A: Thank you. Do you have the number at the top of the laboratory slip?
~ 14
C: Wait, let me look... it is {ref}.
> look_up_result {"reference":"{ref}"} => {"state":"ready","collect":"laboratory desk"}
A: Thank you for waiting. The results with the number {ref} are ready since this morning.
C: Can you tell me what they say? [I am a bit worried, to be honest.|The doctor said something about sugar.]
A: I understand the worry. I may not read out results; the doctor goes through them with you, and a follow-up within two weeks costs only five hundred shillings.
C: Okay. Then let me come. Is there space on {day}?
> check_availability {"date":"{day}"} => {"free":["{time}","15:30"]}
A: There is {hour} and half past three on {day}.
C: {hour}, please.
> book_appointment {"name":"{person}","date":"{day}","time":"{time}"} => {"booked":true}
A: Done. {day} at {hour}, follow-up with your results, {person}.`,
    `C: Good morning, I have an appointment on {day} and I cannot make it. [My child's school has called a meeting.|I have to travel to {place} for a funeral.|Work has moved my shift.]
A: No problem, I can move it. Which name is it under?
C: {person}, it was at nine.
> find_appointment {"name":"{person}"} => {"found":true,"time":"09:00"}
A: I have found it. Would you like another time the same week or the week after?
C: The week after is better. Any afternoon.
A: I can offer {hour} on {other}. Would that do?
C: {other}... yes, {hour} is fine. Will it be the same doctor?
A: Yes, Doctor Kariuki is here that afternoon.
C: Good, because she knows [the history|my mother's file].
> move_appointment {"name":"{person}","date":"{other}","time":"{time}"} => {"moved":true}
A: I have moved it to {other} at {hour}. You will get a message on {number} the day before.`,
  ],
  asides: [
    `C: One more thing, do you take [NHIF|SHA|my company's insurance]?
D: Insurance | We take most insurance cards. Please bring the card and the identity document that goes with it, and the desk checks the cover before you see the doctor.`,
    `C: And how much is it if I pay cash?
D: Prices and opening hours | A consultation is one thousand five hundred shillings, in cash or by M-Pesa. Medicine and laboratory tests come on top.
C: Okay, that is fair.`,
    `C: Where exactly are you? I know Adams Arcade.
A: We are on the second floor of Acacia House, just opposite the Adams Arcade stage. Parking behind the building is free.
C: Ah, next to the petrol station. I know it.`,
    `C: Should she eat before coming?
A: For a consultation she may eat as usual. If the doctor orders a fasting test, it is done another morning.`,
  ],
  closings: [
    `C: That was all. Asante, kwaheri.
A: Thank you for calling Imani Clinic. Get well soon, kwaheri.`,
    `A: Is there anything else I can do for you?
C: No, that is everything. Thank you so much.
A: You are welcome. Have a good day.`,
    `C: Sawa, thank you. Bye bye.
A: Goodbye, and see you soon.`,
  ],
};

export const SOLAR: Story = {
  template: "customer_service",
  agent: "Jua Solar customer service",
  country: "kenya",
  outbound: 0.25,
  stories: [
    `C: Hello, I ordered a [panel|home kit|lamp with radio] and it has not come. It is now {count} days.
A: I am sorry that you have to wait. What is your order number? It has five or six digits.
~ 9
C: It is in the message... {ref}.
A: {ref}, thank you. Let me look.
> track_order {"order":"{ref}"} => {"state":"at the depot","town":"{place}","expected":"{day}"}
A: Your parcel reached our depot in {place} yesterday evening. The rider brings it on {day} before noon.
C: [Last time he called and I was at work.|The house is behind the market, riders get lost.] Can he call first?
A: Yes. Which number should he call?
C: {number}. And if I don't pick, my neighbour Mama {first} can take it.
A: I have noted {number}, and that Mama {first} may receive it. Is that right?
C: That is right.
> note_for_rider {"order":"{ref}","note":"Call {number} first"} => {"ok":true}
A: The rider sees the note together with the address.`,
    `C: My lamp does not charge any more. [I bought it before Christmas.|It is only seven months old.|It was a gift from my son.]
A: That should not be. Has it stood in direct sun for a whole day with the switch off?
C: I put it on the roof, yes. But maybe the switch was on.
A: Please try one full day with the switch off. If the small red light stays dark after that, the guarantee of two years covers it.
C: And if it stays dark, do I have to come to Nairobi? I am in {place}.
A: No. A technician can come, or you hand it in at the agent in {place}. Which do you prefer?
C: Let the technician come. I also have a question about the big panel.
> check_availability {"date":"{day}"} => {"free":["{time}","14:00"]}
A: He can be with you on {day} at {hour}. What is your name and a number for him?
C: {person}, {number}.
A: So a visit on {day} at {hour}, for {person}, {number}. Shall I book it?
C: Yes, please book.
> book_appointment {"name":"{person}","date":"{day}","time":"{time}","phone":"{number}"} => {"booked":true}
A: Booked. If the lamp charges again before then, just call and we cancel the visit without any cost.`,
    `A: Am I speaking with {person}? This is about the instalment for your solar kit.
C: Yes, it is me. [I know, I know, it is late.|I thought I paid already.]
A: {amount} {money} were due last {day}. Would you like to pay now by M-Pesa, or choose another day?
C: Business has been slow this month. Can I pay half now and half at the end?
> offer_plan {"account":"{ref}","parts":2} => {"ok":true,"part":"{less}"}
A: That is possible. {less} {money} today and the rest on {day} next week. Does that work for you?
C: It works. Send me the prompt on this number.
> mpesa_prompt {"phone":"{number}","amount":"{less}"} => {"sent":true}
A: I have sent it to {number}. Please enter your PIN only on your own phone; I never ask for it.
~ 18
C: Okay... it says confirmed.
> payment_state {"account":"{ref}"} => {"received":true}
A: I see it here too. Thank you, {first}. The kit stays unlocked.`,
  ],
  asides: [
    `C: How long is the guarantee for the battery?
D: Guarantee and returns | One year for batteries, two years for lamps and panels. Keep the receipt or the M-Pesa message, both are fine.`,
    `C: Do you also deliver to Uganda? My brother is in Jinja.
A: Yes, we deliver in Kenya, Uganda and Tanzania. Outside the capitals it takes up to five working days.
C: Good, I will tell him.`,
    `C: What does the bigger kit cost, the one with two bulbs and a phone charger?
A: That one is {amount} {money}, or four monthly instalments. Delivery is free above five thousand.
C: Let me think about it.`,
    `C: Can I return something that I have not opened?
D: Guarantee and returns | Within fourteen days, unused and in its box. The money is back within seven days.`,
  ],
  closings: [
    `C: Okay, asante sana. You have helped me.
A: Thank you for choosing Jua Solar. Have a bright day.`,
    `A: Anything else I can do?
C: No, I am okay now.
A: Then have a good [morning|afternoon], {first}.`,
    `C: Fine, I will wait for the call. Bye.
A: Goodbye, {first}.`,
  ],
};

export const SACCO: Story = {
  template: "sacco",
  country: "kenya",
  outbound: 0.3,
  stories: [
    `C: Habari yako. [Nataka kujua salio la akiba yangu.|Naomba kuangalia akiba yangu imefika wapi.]
A: Nzuri sana, karibu. Naomba namba yako ya uanachama.
C: Ni {ref}.
A: Asante. Na jina lako kamili, tafadhali?
C: Naitwa {person}.
> member_balance {"member":"{ref}"} => {"name":"{person}","savings":"{amount}","loan":"{less}"}
A: Asante, {first}. Akiba yako ni shilingi {amount}, na mkopo uliobaki ni shilingi {less}.
C: Sawa. [Nilituma pesa juzi kupitia simu, je imeingia?|Malipo ya mwezi uliopita yameingia?]
A: Ndiyo, malipo ya mwisho yaliingia siku ya {day}. Utapata ujumbe mfupi kwenye simu yako.
C: Vizuri. Na naweza kukopa kiasi gani sasa?
A: Mwanachama anaweza kukopa hadi mara tatu ya akiba yake, ukiwa na wadhamini wawili.
C: Wadhamini ninao, ni [majirani zangu|wenzangu wa kikundi] hapa {place}.
A: Basi ulete fomu ikiwa imesainiwa, au uijaze kwenye simu yako. Nikutumie kiungo?
C: Ndiyo, nitumie kwenye {number}.
> send_form {"member":"{ref}","phone":"{number}","form":"loan"} => {"sent":true}
A: Nimekutumia sasa hivi kwenye {number}.`,
    `C: Hallo, niliomba mkopo wiki iliyopita na sijasikia lolote. [Karo ya shule inanisumbua.|Nataka kununua mbegu kabla ya mvua.]
A: Pole kwa kusubiri. Naomba namba ya ombi lako.
~ 11
C: Subiri kidogo... ni {ref}.
> loan_state {"application":"{ref}"} => {"state":"waiting for a guarantor","amount":"{amount}"}
A: Nimelipata. Ombi lako la shilingi {amount} linasubiri mdhamini mmoja athibitishe.
C: Ni nani huyo? Nilidhani wote wamekubali.
A: Siwezi kutaja jina kwenye simu, lakini alitumiwa ujumbe siku ya {day}. Nimtumie tena?
C: Ndiyo, mtumie tena tafadhali.
> remind_guarantor {"application":"{ref}"} => {"sent":true}
A: Nimetuma. Akithibitisha leo, pesa zinaingia kwenye akaunti yako kesho kabla ya {hour}.
C: Asante sana, hiyo itanisaidia.`,
    `A: Habari, naongea na {person}? Napiga simu kutoka Umoja Sacco kuhusu mkutano mkuu.
C: Ndiyo, ni mimi. Mkutano ni lini?
A: Ni siku ya {day}, {hour}, katika ukumbi wa kanisa hapo {place}. Je, utaweza kufika?
C: [Nitajaribu, lakini niko kazini asubuhi.|Ndiyo, nitakuja na mke wangu.|Nitakuwa safarini, naweza kutuma mtu?]
A: Sawa. Naweza kuandika kwamba utahudhuria, au utume mwakilishi mwenye barua?
C: Andika kwamba nitakuja. Gawio la mwaka huu ni ngapi?
A: Bodi itatangaza gawio kwenye mkutano. Mwaka jana lilikuwa asilimia kumi na moja.
C: Natumaini litapanda mwaka huu.
> note_attendance {"member":"{ref}","answer":"yes"} => {"ok":true}
A: Nimeandika. Tafadhali njoo na kitambulisho chako.`,
  ],
  asides: [
    `C: Je, naweza kulipa mkopo mapema?
D: Akiba na mikopo | Ndiyo, unaweza kulipa wakati wowote bila adhabu, na riba inapungua.
C: Hiyo ni habari njema.`,
    `C: Nimebadilisha namba ya simu, nifanyeje?
A: Tafadhali fika ofisini na kitambulisho. Kwa usalama wako hatubadilishi namba kwa simu.
C: Sawa, nitakuja {day}.`,
    `C: Ofisi ya {place} inafungwa saa ngapi?
A: Saa kumi na moja jioni, Jumatatu hadi Ijumaa.`,
    `C: Mtoto wangu anaweza kufungua akaunti?
D: Akiba na mikopo | Ndiyo, kuna akaunti ya watoto. Unaanza na shilingi mia mbili, na cheti cha kuzaliwa.`,
  ],
  closings: [
    `C: Asante sana, umenisaidia.
A: Karibu tena, {first}. Uwe na siku njema.`,
    `A: Kuna jambo lingine?
C: Hapana, ni hayo tu.
A: Sawa, kwaheri.`,
    `C: Haya, kwaheri.
A: Kwaheri, na ubarikiwe.`,
  ],
};
