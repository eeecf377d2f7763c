// Reads from the source, with the compiler, which row type each statement gives: `client.query<Row>(…)`.
import ts from 'typescript'
import type { ValueShape } from './value-shape.ts'

/** One `client.query<Row>(…)`. Places are offsets into the text of its file. */
export interface TypedQuery {
  line: number
  client: { start: number; end: number }
  row: ValueShape
}

/** By file, in the order in which they stand. */
export type TypedQueries = Record<string, TypedQuery[]>

/** Parts of a value that are followed into documents; below it anything is right. */
const DEEPEST = 3

/** A row type that is a parameter of the function around it is left to the statements that give it. */
export function collectRowTypes(program: ts.Program, isWanted: (file: string) => boolean): TypedQueries {
  const checker = program.getTypeChecker()
  const found: TypedQueries = {}
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || !isWanted(source.fileName)) continue
    const queries: TypedQuery[] = []
    const visit = (node: ts.Node): void => {
      const query = typedQuery(node)
      const type = query && checker.getTypeFromTypeNode(query.row)
      if (query && type && !(type.flags & ts.TypeFlags.TypeParameter)) {
        const { client } = query
        const start = client.getStart(source)
        queries.push({
          line: source.getLineAndCharacterOfPosition(query.row.getStart(source)).line + 1,
          client: { start, end: client.getEnd() },
          row: shapeOf(checker, type, 0),
        })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    if (queries.length > 0) found[source.fileName] = queries
  }
  return found
}

function typedQuery(node: ts.Node): { client: ts.Expression; row: ts.TypeNode } | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { expression: client, name, questionDotToken } = node.expression
  const [row] = node.typeArguments ?? []
  return name.text === 'query' && row && !questionDotToken ? { client, row } : null
}

function shapeOf(checker: ts.TypeChecker, type: ts.Type, depth: number): ValueShape {
  if (depth > DEEPEST) return { any: true }
  const shape: ValueShape = {}
  for (const one of type.isUnion() ? type.types : [type]) addAlternative(checker, shape, one, depth)
  return shape.any ? { any: true } : shape
}

function addAlternative(checker: ts.TypeChecker, shape: ValueShape, type: ts.Type, depth: number): void {
  const { flags } = type
  // A branded string is an intersection: the value is what its plain part says.
  const plain =
    type.isIntersection() && type.types.find((part) => part.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike))
  if (plain) addAlternative(checker, shape, plain, depth)
  else if (flags & ts.TypeFlags.Undefined) shape.missing = true
  else if (flags & ts.TypeFlags.Null) addKind(shape, 'null')
  else if (type.isStringLiteral() || type.isNumberLiteral()) addLiteral(shape, type.value)
  else if (flags & ts.TypeFlags.BooleanLiteral) addLiteral(shape, checker.typeToString(type) === 'true')
  else if (flags & ts.TypeFlags.StringLike) addKind(shape, 'string')
  else if (flags & ts.TypeFlags.NumberLike) addKind(shape, 'number')
  else if (flags & ts.TypeFlags.BooleanLike) addKind(shape, 'boolean')
  else if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) addObject(checker, shape, type, depth)
  else shape.any = true
}

function addObject(checker: ts.TypeChecker, shape: ValueShape, type: ts.Type, depth: number): void {
  const kind = VALUES[type.symbol?.name ?? ''] ?? (checker.isTupleType(type) ? 'list' : undefined)
  if (kind) addKind(shape, kind)
  else if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference)
    if (!item || shape.list) shape.any = true
    else shape.list = shapeOf(checker, item, depth + 1)
  } else addParts(checker, shape, checker.getPropertiesOfType(type), depth)
}

function addParts(checker: ts.TypeChecker, shape: ValueShape, parts: readonly ts.Symbol[], depth: number): void {
  // Which of several objects a value is, is not decided here.
  if (shape.object || shape.kinds?.includes('object') || parts.length === 0) {
    delete shape.object
    addKind(shape, 'object')
    return
  }
  shape.object = Object.fromEntries(
    parts.map((part) => {
      const of = shapeOf(checker, checker.getTypeOfSymbol(part), depth + 1)
      return [part.name, part.flags & ts.SymbolFlags.Optional ? { ...of, missing: true } : of]
    }),
  )
}

/** Objects that are one value, by the name of their type. */
const VALUES: Record<string, string> = { Date: 'Date', Buffer: 'bytes', Uint8Array: 'bytes' }

function addKind(shape: ValueShape, kind: string): void {
  if (!shape.kinds?.includes(kind)) shape.kinds = [...(shape.kinds ?? []), kind]
}

function addLiteral(shape: ValueShape, value: string | number | boolean): void {
  shape.literals = [...(shape.literals ?? []), value]
}
