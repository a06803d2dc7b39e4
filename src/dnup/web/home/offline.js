// The page for when the server cannot be reached. It stands alone, so it carries its few words in every language.

/** @type {Record<string, [string, string, string]>} */
const WORDS = {
  en: [
    'No connection',
    'dnup needs its server. As soon as it can be reached again, this page goes on by itself.',
    'Try again',
  ],
  it: [
    'Nessuna connessione',
    'dnup ha bisogno del suo server. Appena sarà di nuovo raggiungibile, questa pagina riprenderà da sola.',
    'Riprova',
  ],
  nb: [
    'Ingen forbindelse',
    'dnup trenger tjeneren sin. Så snart den kan nås igjen, fortsetter denne siden av seg selv.',
    'Prøv igjen',
  ],
  fi: [
    'Ei yhteyttä',
    'dnup tarvitsee palvelimensa. Heti kun siihen saa taas yhteyden, tämä sivu jatkaa itsestään.',
    'Yritä uudelleen',
  ],
};

const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages].map((tag) =>
  tag.slice(0, 2).replace('no', 'nb'),
);
const language = wanted.find((tag) => tag in WORDS) ?? 'en';
document.documentElement.lang = language;
['title', 'text', 'retry'].forEach((id, i) => {
  /** @type {HTMLElement} */ (document.getElementById(id)).textContent = WORDS[language][i];
});
document.getElementById('retry')?.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
setInterval(
  () =>
    fetch('/health')
      .then((answer) => {
        if (answer.ok) location.reload();
      })
      .catch(() => {}),
  4000,
);
