export const answers = {
  template: "Umphumela ushiwo kanjani",
  template_note:
    "Isibonelo: I-oda lakho lithunyelwe ngo-'{sent_on}' e-'{order.city}'. Izinkambu zomphumela zisezikakini; izinsuku, izikhathi nohlu kuyakhulunywa. Shiya kungenalutho ukuze kusetshenziswe amazwi omsizi.",
  example: "Isibonelo somphumela",
  example_note: "I-JSON njengoba insizakalo iphendula. Isicelo sokuhlola siyayigcwalisa.",
  heard: "Umuntu oshayayo uzwa:",
  plain: "Awukho umusho ongashiwo. Umuntu oshayayo uzwa:",
  missing: "Akukho kulo mphumela:",
};
