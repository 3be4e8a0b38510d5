// @ts-check
/** What the board says, in each language: the part of the table of strings that belongs to the board. */

/** @typedef {keyof typeof en} BoardKey */

export const en = {
  'board.cell': 'column {column}, row {row}: {content}',
  'board.empty': 'empty',
  'board.last': 'last move',
  'board.winning': 'in the winning line',
  'board.marked': 'to be cleared',
  'board.hole': 'no field',
  'board.selected': 'selected',
  'board.hint': 'suggested',
  'board.grid': '{label}: {columns} columns, {rows} rows',
  'board.tray': 'Pieces to choose from',
  'board.tray.chosen': 'To be placed',
  'board.tray.worth': '{token}: {worth}',
  'board.tools': 'Kind of move',
  'board.tool.swap': 'Swap',
  'board.tool.clockwise': 'Turn right',
  'board.tool.counter': 'Turn left',
  'board.tool.shift': 'Shift',
  'board.roll': 'Roll the board',
  'board.roll.up': 'Roll up',
  'board.roll.down': 'Roll down',
  'board.roll.left': 'Roll to the left',
  'board.roll.right': 'Roll to the right',
  'board.refused.push': 'Nothing would move that way.',
  'board.refused.column': 'That column is full.',
  'board.refused.point': 'Nothing can be placed there.',
  'board.refused.take': 'That piece cannot be taken now.',
  'board.refused.place-first': 'Place the chosen piece first.',
  'board.refused.take-first': 'Choose a piece first.',
  'board.refused.swap': 'That swap does nothing.',
  'board.refused.rotate': 'That turn is not possible.',
  'board.refused.shift': 'That shift is not possible.',
};

/** @type {Record<BoardKey, string>} */
export const de = {
  'board.cell': 'Spalte {column}, Zeile {row}: {content}',
  'board.empty': 'leer',
  'board.last': 'letzter Zug',
  'board.winning': 'in der Gewinnreihe',
  'board.marked': 'zu räumen',
  'board.hole': 'kein Feld',
  'board.selected': 'ausgewählt',
  'board.hint': 'vorgeschlagen',
  'board.grid': '{label}: {columns} Spalten, {rows} Zeilen',
  'board.tray': 'Steine zur Auswahl',
  'board.tray.chosen': 'Zu setzen',
  'board.tray.worth': '{token}: {worth}',
  'board.tools': 'Art des Zuges',
  'board.tool.swap': 'Tauschen',
  'board.tool.clockwise': 'Rechts drehen',
  'board.tool.counter': 'Links drehen',
  'board.tool.shift': 'Schieben',
  'board.roll': 'Brett rollen',
  'board.roll.up': 'Nach oben rollen',
  'board.roll.down': 'Nach unten rollen',
  'board.roll.left': 'Nach links rollen',
  'board.roll.right': 'Nach rechts rollen',
  'board.refused.push': 'In dieser Richtung bewegt sich nichts.',
  'board.refused.column': 'Diese Spalte ist voll.',
  'board.refused.point': 'Dorthin kann nichts gesetzt werden.',
  'board.refused.take': 'Dieser Stein kann jetzt nicht gewählt werden.',
  'board.refused.place-first': 'Zuerst den gewählten Stein setzen.',
  'board.refused.take-first': 'Zuerst einen Stein wählen.',
  'board.refused.swap': 'Dieser Tausch bewirkt nichts.',
  'board.refused.rotate': 'Diese Drehung ist nicht möglich.',
  'board.refused.shift': 'So lässt sich nicht schieben.',
};

/** @type {Record<BoardKey, string>} */
export const es = {
  'board.cell': 'columna {column}, fila {row}: {content}',
  'board.empty': 'vacía',
  'board.last': 'última jugada',
  'board.winning': 'en la línea ganadora',
  'board.marked': 'por despejar',
  'board.hole': 'no es casilla',
  'board.selected': 'seleccionada',
  'board.hint': 'sugerida',
  'board.grid': '{label}: {columns} columnas, {rows} filas',
  'board.tray': 'Piezas para elegir',
  'board.tray.chosen': 'Por colocar',
  'board.tray.worth': '{token}: {worth}',
  'board.tools': 'Tipo de jugada',
  'board.tool.swap': 'Intercambiar',
  'board.tool.clockwise': 'Girar a la derecha',
  'board.tool.counter': 'Girar a la izquierda',
  'board.tool.shift': 'Desplazar',
  'board.roll': 'Desplazar el tablero',
  'board.roll.up': 'Desplazar hacia arriba',
  'board.roll.down': 'Desplazar hacia abajo',
  'board.roll.left': 'Desplazar a la izquierda',
  'board.roll.right': 'Desplazar a la derecha',
  'board.refused.push': 'Nada se movería en esa dirección.',
  'board.refused.column': 'Esa columna está llena.',
  'board.refused.point': 'Ahí no se puede colocar nada.',
  'board.refused.take': 'Esa pieza no se puede elegir ahora.',
  'board.refused.place-first': 'Primero coloca la pieza elegida.',
  'board.refused.take-first': 'Primero elige una pieza.',
  'board.refused.swap': 'Ese intercambio no hace nada.',
  'board.refused.rotate': 'Ese giro no es posible.',
  'board.refused.shift': 'Ese desplazamiento no es posible.',
};

/**
 * Puts values into a text where it names them in braces.
 *
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function insert(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
