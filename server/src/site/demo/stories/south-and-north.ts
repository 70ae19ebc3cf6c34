import type { Story } from "./organisation.ts";

export const WATER: Story = {
  template: "water",
  country: "southAfrica",
  outbound: 0,
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

export const INSURANCE: Story = {
  template: "insurance",
  country: "mozambique",
  outbound: 0.2,
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

export const PHARMACY: Story = {
  template: "pharmacy",
  country: "morocco",
  outbound: 0.25,
  stories: [
    `C: وعليكم السلام. أرسلت وصفة [لأبي|لأمي] هذا الصباح، هل هي جاهزة؟
A: سأتحقق من ذلك. ما الاسم من فضلك؟
C: {person}.
> find_prescription {"name":"{person}"} => {"state":"ready","missing":0,"total":"{amount}"}
A: شكرا. كل شيء جاهز، والمجموع {amount} درهم قبل التعويض.
C: الحمد لله. هل يمكنكم التوصيل إلى {place}؟
> check_availability {"date":"{day}"} => {"free":["{time}"]}
A: نعم، يمكن أن يمر الموزع يوم {day} على الساعة {hour}.
C: ممتاز. [هناك رمز عند المدخل وهو سبعة وعشرون|هناك حارس عند الباب]، فليتصل بي عندما يصل.
A: على أي رقم؟
C: على الرقم {number}.
> book_delivery {"name":"{person}","time":"{time}","phone":"{number}"} => {"number":"{ref}"}
A: تم التسجيل، رقم التوصيل {ref}. جهزوا الوصفة الأصلية من فضلكم، لأن الموزع يجب أن يراها.
C: شكرا جزيلا.`,
    `C: صباح الخير، هل عندكم [أقلام الأنسولين|شراب السعال للأطفال|شرائط قياس السكر]؟ لم أجدها في صيدليتين.
A: صباح النور. أنظر في المخزن حالا.
> stock {"query":"{ref}"} => {"here":0,"depot":12,"arrives":"{day}"}
A: لم يبق منها شيء هنا، لكن في المستودع اثنتا عشرة علبة. يمكن أن تصل يوم {day} قبل الساعة {hour}.
C: هل يمكنكم أن تحجزوا لي واحدة؟
A: بكل سرور. ما الاسم وما رقم الهاتف؟
C: {person}، {number}.
> reserve {"name":"{person}","phone":"{number}"} => {"number":"{ref}"}
A: هي محجوزة لكم ثلاثة أيام تحت الرقم {ref}.
C: كم ثمنها؟
A: {less} درهما، ويعوض التأمين جزءا منها.
C: حسنا، سأمر يوم {day}.`,
    `A: صباح الخير، هل أتحدث مع {person}؟ معكم صيدلية الأطلس بخصوص تجديد علاجكم.
C: نعم، تفضلوا. [كنت سأتصل بكم.|بقي لي ما يكفي ثلاثة أيام.]
A: جيد. وافق الطبيب على شهر آخر. هل نجهزه؟
C: نعم من فضلكم. وأضيفوا [الباراسيتامول|كريم الشمس].
> prepare {"name":"{person}"} => {"ready":"{day}","total":"{amount}"}
A: أضفته. سيكون كل شيء جاهزا يوم {day}، والمجموع {amount} درهم. هل نوصله إلى {place} كالمرة السابقة؟
C: نعم، إلى نفس العنوان، بعد الساعة {hour}.
> book_delivery {"name":"{person}","phone":"{number}"} => {"number":"{ref}"}
A: تم التسجيل، والرقم هو {ref}.`,
  ],
  asides: [
    `C: هل أنتم في الحراسة هذه الليلة؟
A: ليس هذا الأسبوع. صيدلية الحراسة في {place} مفتوحة حتى الثامنة صباحا.`,
    `C: هل يمكن أن آخذ هذا الشراب مع دوائي الآخر؟
A: هذا سؤال للصيدلي، وسأسجل أن يتصل بكم خلال ساعة.
> take_message {"name":"{person}","phone":"{number}","message":"سؤال عن دواءين"} => {"ok":true}
C: نعم، شكرا، هذا أضمن.`,
    `C: هل التوصيل بمقابل؟
A: هو مجاني ابتداء من مئتي درهم، وإلا فثمنه خمسة عشر درهما.`,
  ],
  closings: [
    `C: شكرا، مع السلامة.
A: مع السلامة، وبالشفاء العاجل.`,
    `A: هل من شيء آخر؟
C: لا، هذا كل شيء.
A: شكرا لكم، إلى اللقاء.`,
    `C: شكرا، إلى اللقاء.
A: إلى اللقاء يا {first}.`,
  ],
};
