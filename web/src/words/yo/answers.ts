export const answers = {
  template: "Bí a ṣe ń sọ èsì",
  template_note:
    "Bí àpẹẹrẹ: A fi ọjà rẹ ránṣẹ́ ní '{sent_on}' sí '{order.city}'. Àwọn apá èsì wà nínú àmì ìbámú; a ń sọ ọjọ́, àkókò àti àkójọ. Fi í sílẹ̀ ní òfìfo fún ọ̀rọ̀ aṣojú fúnra rẹ̀.",
  example: "Àpẹẹrẹ èsì",
  example_note: "JSON bí iṣẹ́ náà ṣe ń dáhùn. Ìbéèrè ìdánwò ń kún un.",
  heard: "Olùpè gbọ́:",
  plain: "Kò sí gbólóhùn tí a lè sọ. Olùpè gbọ́:",
  missing: "Kò sí nínú èsì yìí:",
};
