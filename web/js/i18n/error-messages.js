/** What is wrong with levels, in other languages than the server's, by what it says in English; values between grave accents
 * stay as they are. What is not here is shown in English. */

import { insert, language } from './index.js';

/** @import {Language} from './index.js' */

/** What the server says, with names for what differs, and what is said instead.
 * @type {Partial<Record<Language, [said: RegExp, instead: string][]>>} */
const WRONG = {
  de: [
    [/^a level has a goal/, 'Ein Level braucht ein Ziel: Punkte, Felder zum Räumen oder Steine zum Sammeln.'],
    [/^`goals.clear` is true, but no field is marked/, 'Markierte Felder sind zu räumen, aber keins ist markiert.'],
    [/^fields are marked, but/, 'Felder sind markiert, aber sie zu räumen ist kein Ziel.'],
    [/^`goals.collect.\w+` can't be reached/, 'So viele dieser Farbe gibt es nicht: Sie kommt nicht nach und steht nicht auf dem Brett.'],
    [/^`goals.collect` wants (?<wanted>\d+) elements of a board that has (?<has>\d+)/, 'Zu sammeln sind {wanted} Steine, das Brett hat nur {has}, und nichts kommt nach.'],
    [/^`goals.collect.\w+` is (?<wanted>\d+), and a board that is not refilled gives (?<most>\d+)/, 'Gewollt sind {wanted} dieser Farbe; ein Brett, auf das nichts nachkommt, gibt höchstens {most}.'],
    [/^`goals.score` is (?<wanted>\d+), and a board that is not refilled gives (?<most>\d+)/, 'Gewollt sind {wanted} Punkte; ein Brett, auf das nichts nachkommt, gibt höchstens {most}.'],
    [/^`goals.clear` can't be reached: .* column (?<column>\d+) and row (?<row>\d+)/, 'Das markierte Feld in Spalte {column}, Zeile {row} ist nicht zu räumen: Nichts kann dort zusammenpassen, und kein Sonderstein reicht hin.'],
    [/^`start` is not at rest/, 'Auf dem Brett passt am Anfang schon etwas zusammen.'],
    [/^no board could be dealt/, 'Kein Brett gefunden, das ruht und einen Zug hat: Mehr Farben, mehr Felder, weniger vorgegebene Steine oder andere Züge helfen.'],
    [/^`columns` × `rows` is (?<cells>\d+): a level has at most (?<most>\d+)/, 'Das sind {cells} Zellen; ein Level hat höchstens {most}.'],
    [/^`fields` has (?<columns>\d+) columns and (?<rows>\d+) rows: .* (?<least>\d+) to (?<most>\d+) of each and at most (?<cells>\d+)/, '{columns} Spalten und {rows} Zeilen: Ein Level hat {least} bis {most} von jedem und höchstens {cells} Zellen.'],
    [/^`fields` has holes only/, 'Das Brett besteht nur aus Löchern.'],
    [/ takes a whole number from (?<least>\d+) to (?<most>\d+), not/, 'Hier steht eine ganze Zahl von {least} bis {most}.'],
    [/ takes a list of at least one value/, 'Hier fehlt eine Wahl: mindestens eins.'],
    [/ is 0 for all colours/, 'Alle Gewichte sind 0: Etwas muss nachkommen.'],
    [/^`start` has (?<element>\w+) in column (?<column>\d+) and row (?<row>\d+), but `specials`/, 'In Spalte {column}, Zeile {row} steht ein Sonderstein ({element}), den es in diesem Level nicht gibt.'],
    [/^`specials` takes false/, 'Sondersteine entstehen nur aus Reihen und Ecken, nicht aus Schritten.'],
    [/^`matchers` takes/, 'Schritte sind zwei ganze Zahlen wie in `1,0`, mehrere durch Leerzeichen getrennt.'],
    [/^this is not TOML: (?<why>.*)/, 'Das ist kein TOML: {why}'],
  ],
  es: [
    [/^a level has a goal/, 'Un nivel necesita un objetivo: puntos, casillas por despejar o piezas por reunir.'],
    [/^`goals.clear` is true, but no field is marked/, 'Hay que despejar las casillas marcadas, pero no hay ninguna.'],
    [/^fields are marked, but/, 'Hay casillas marcadas, pero despejarlas no es un objetivo.'],
    [/^`goals.collect.\w+` can't be reached/, 'No hay tantas de ese color: no cae ni está en el tablero.'],
    [/^`goals.collect` wants (?<wanted>\d+) elements of a board that has (?<has>\d+)/, 'Hay que reunir {wanted} piezas, el tablero solo tiene {has} y no cae nada.'],
    [/^`goals.collect.\w+` is (?<wanted>\d+), and a board that is not refilled gives (?<most>\d+)/, 'Se piden {wanted} de este color; un tablero en el que no cae nada da como mucho {most}.'],
    [/^`goals.score` is (?<wanted>\d+), and a board that is not refilled gives (?<most>\d+)/, 'Se piden {wanted} puntos; un tablero en el que no cae nada da como mucho {most}.'],
    [/^`goals.clear` can't be reached: .* column (?<column>\d+) and row (?<row>\d+)/, 'La casilla marcada de la columna {column}, fila {row} no se puede despejar: allí nada combina y ningún especial llega.'],
    [/^`start` is not at rest/, 'En el tablero inicial ya combina algo.'],
    [/^no board could be dealt/, 'No se halló un tablero en reposo con alguna jugada: ayudan más colores, más casillas, menos piezas puestas u otras jugadas.'],
    [/^`columns` × `rows` is (?<cells>\d+): a level has at most (?<most>\d+)/, 'Son {cells} celdas; un nivel tiene como mucho {most}.'],
    [/^`fields` has (?<columns>\d+) columns and (?<rows>\d+) rows: .* (?<least>\d+) to (?<most>\d+) of each and at most (?<cells>\d+)/, '{columns} columnas y {rows} filas: un nivel tiene de {least} a {most} y como mucho {cells} celdas.'],
    [/^`fields` has holes only/, 'El tablero solo tiene huecos.'],
    [/ takes a whole number from (?<least>\d+) to (?<most>\d+), not/, 'Aquí va un número entero de {least} a {most}.'],
    [/ takes a list of at least one value/, 'Falta elegir: al menos uno.'],
    [/ is 0 for all colours/, 'Todos los pesos son 0: algo tiene que caer.'],
    [/^`start` has (?<element>\w+) in column (?<column>\d+) and row (?<row>\d+), but `specials`/, 'En la columna {column}, fila {row} hay un especial ({element}), que en este nivel no existe.'],
    [/^`specials` takes false/, 'Los especiales salen de líneas y esquinas, no de pasos.'],
    [/^`matchers` takes/, 'Los pasos son dos números enteros como en `1,0`, separados por espacios.'],
    [/^this is not TOML: (?<why>.*)/, 'Eso no es TOML: {why}'],
  ],
};

/** Says what is wrong in the reader's language where that is known, else as the server does.
 * @param {string} what
 * @returns {{text: string, lang: Language}} */
export function levelProblemText(what) {
  const spoken = language();
  for (const [said, instead] of WRONG[spoken] ?? []) {
    const found = said.exec(what);
    if (found) {
      return { text: insert(instead, found.groups), lang: spoken };
    }
  }
  return { text: what.charAt(0).toUpperCase() + what.slice(1), lang: 'en' };
}
