// Writes down the types of an unpacked package: what each name that an entry point exports is declared as.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Returns, for each name that an entry point exports to CommonJS or to ES modules, the text of its declarations, their
 * comments, and its type as the compiler sees it. Where a declaration stands and how lines are broken does not count.
 */
export function typeFacts(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const facts = {};
  const entries = Object.entries(exports).flatMap(([key, target]) =>
    ['import', 'require']
      .filter((condition) => target[condition] !== undefined)
      .map((condition) => [`${condition} ${key}`, join(folder, target[condition].types)]),
  );
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    {
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      target: ts.ScriptTarget.ES2022,
      strict: true,
    },
  );
  const printer = ts.createPrinter({ removeComments: true });
  const checker = program.getTypeChecker();
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  for (const [title, file] of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      const [first] = symbol.declarations;
      const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
      const type = isValue
        ? checker.getTypeOfSymbol(symbol)
        : checker.getDeclaredTypeOfSymbol(symbol);
      const properties = checker
        .getPropertiesOfType(isValue ? checker.getDeclaredTypeOfSymbol(symbol) : type)
        .map((property) => {
          const text = checker.typeToString(checker.getTypeOfSymbol(property), first, flags);
          return `${property.name}: ${text}`;
        });
      const source = first.getSourceFile();
      facts[`${title} ${exported.name}, comments`] = symbol.declarations
        .flatMap((declaration) => declaration.getFullText().match(/\/\*\*.*?\*\//gs) ?? [])
        .map((comment) => comment.replace(/\s+(\*\s)?\s*/g, ' '))
        .join('\n');
      facts[`${title} ${exported.name}, declared`] = symbol.declarations
        .map((declaration) => printer.printNode(ts.EmitHint.Unspecified, declaration, source))
        .join('\n');
      facts[`${title} ${exported.name}, type`] = [
        checker.typeToString(type, first, flags),
        ...properties.sort(),
      ]
        .join('\n')
        // The compiler numbers symbols, and names the file of a type that is not in reach.
        .replace(/^(__@\w+)@\d+/gm, '$1')
        .replace(/import\("[^"]*"\)\./g, '');
    }
  }
  return facts;
}
