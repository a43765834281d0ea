// From an expression to its value: mathjs reads it, we walk its tree and know only numbers, units, operators and functions.
import { FailureError, messageOf } from "../../errors.ts";
import { answer } from "./answer.ts";
import { math } from "./mathjs.ts";
import { functions } from "./functions.ts";
import * as operators from "./operators.ts";
import { readRational, whole } from "./rational.ts";
import { type Value, amount, decimal, exact, impossible, sizeOf } from "./values.ts";
import { plainExpression, quoted } from "./read.ts";

/** What the parser makes of the expressions we know; other nodes (matrices, assignments, text …) are refused. */
type Node =
  | { type: "ConstantNode"; value: unknown }
  | { type: "SymbolNode"; name: string }
  | { type: "ParenthesisNode"; content: Node }
  | { type: "OperatorNode"; op: string; fn: string; implicit?: boolean; args: [Node, ...Node[]] }
  | { type: "FunctionNode"; fn: Node; args: Node[] };

const constants = new Map<string, () => Value>([
  ["pi", () => decimal(math.bignumber(-1).acos())],
  ["tau", () => decimal(math.bignumber(-1).acos().times(2))],
  ["e", () => decimal(math.bignumber(1).exp())],
]);

/** Calculates an expression as it was written. Throws as {@link evaluate} does. */
export function calculate(expression: string): string {
  return answer(evaluate(plainExpression(expression)));
}

/**
 * Reads and calculates an expression in plain form (see read.ts).
 *
 * mathjs only parses: nothing of it that could run code is reachable (https://mathjs.org/docs/expressions/security.html),
 * and every operation is bounded before it starts.
 *
 * @throws FailureError that says what is wrong, where, and what to write instead
 */
function evaluate(text: string): Value {
  try {
    const value = valueOf(parse(text), text);
    if (value.kind === "unit" && sizeOf(value.value) === null) {
      throw wrong(`${quoted(text)} is a unit without a number. Write "1 ${value.value.toString()}".`);
    }
    return value;
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown;
    // Thousands of parentheses fill the stack.
    if (thrown instanceof RangeError) throw wrong(`${quoted(text)} is nested too deeply. Calculate it in parts.`);
    throw impossible(messageOf(thrown).replace(/\.$/, ""));
  }
}

function parse(text: string): Node {
  try {
    return math.parse(text) as unknown as Node;
  } catch (thrown) {
    if (thrown instanceof RangeError || typeof thrown !== "object" || thrown === null || !("char" in thrown))
      throw thrown;
    const why = messageOf(thrown).replace(/ \(char \d+\)$/, "");
    const hint = /\d,\d/.test(text)
      ? "Write decimals with a point and thousands without a comma."
      : 'Example: "(3 + 4) * 2^3".';
    throw wrong(`${quoted(text)} cannot be read at character ${String(thrown.char)}: ${why}. ${hint}`);
  }
}

function valueOf(node: Node, text: string): Value {
  const inner = (child: Node) => valueOf(child, text);
  switch (node.type) {
    case "ParenthesisNode":
      return inner(node.content);
    case "ConstantNode": {
      const read = readRational(String(node.value));
      if (read) return exact(read);
      if (typeof node.value === "object" && node.value !== null) return decimal(math.bignumber(String(node.value)));
      break;
    }
    case "SymbolNode":
      return named(node.name, text);
    case "FunctionNode": {
      const name = node.fn.type === "SymbolNode" ? node.fn.name : "";
      return call(name, node.args.map(inner), text);
    }
    case "OperatorNode": {
      refuseAmbiguous(node, text);
      const [left, right = exact(whole(0n))] = node.args.map(inner) as [Value, Value?];
      const result = operate(node.fn, left, right);
      if (result) return result;
    }
  }
  throw wrong(
    `${quoted(String(node))} is not known here, only numbers, units, + - * / ^ % ! and functions. Example: "(3 + 4) * 2^3".`,
  );
}

function operate(name: string, left: Value, right: Value): Value | undefined {
  switch (name) {
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
    case "mod":
      return operators[name](left, right);
    case "pow":
      return operators.power(left, right);
    case "to":
      return operators.convert(left, right);
    case "unaryMinus":
      return operators.negate(left);
    case "unaryPlus":
      return left;
    case "factorial":
      return operators.factorial(left);
    default:
      return undefined;
  }
}

function named(name: string, text: string): Value {
  const constant = constants.get(name);
  if (constant) return constant();
  if (math.Unit.isValuelessUnit(name)) return amount(math.unit(name));
  if (functions.has(name)) throw wrong(`${name} in ${quoted(text)} is a function: write ${name}(…).`);
  throw wrong(
    `${quoted(name)} in ${quoted(text)} is neither a number nor a known unit. Put numbers in place of names, leave currencies out, and write units as km, kg, h, degC.`,
  );
}

function call(name: string, values: Value[], text: string): Value {
  const known = functions.get(name);
  if (!known) {
    throw wrong(
      `${quoted(text)} calls ${quoted(name)}, which is no function here. There are: ${[...functions.keys()].join(", ")}.`,
    );
  }
  if (values.length < known.least || values.length > known.most) {
    const takes = known.least === known.most ? `${known.least}` : `${known.least} to ${known.most}`;
    throw wrong(`${name} in ${quoted(text)} takes ${takes} values, not ${values.length}.`);
  }
  return known.run(values as [Value, ...Value[]]);
}

/** 8/2(3+4) is 28 to one reader and 4/7 to another. Before a unit it is clear: 1/3 m. */
function refuseAmbiguous(node: Node & { type: "OperatorNode" }, text: string): void {
  const [left, right] = node.args;
  if (!right) return;
  if (node.implicit && right.type === "ConstantNode") {
    throw wrong(`${quoted(text)} lacks an operator before ${String(right)}. Write for example 5 feet + 3 inch.`);
  }
  const product = node.fn === "divide" ? right : node;
  if (product.type !== "OperatorNode" || !product.implicit || namesUnit(product)) return;
  if (node.fn === "divide" || (left.type === "OperatorNode" && left.fn === "divide" && !isPercentage(left))) {
    throw wrong(`${quoted(text)} can be read in two ways. Write every "*", and parentheses around what is divided by.`);
  }
}

const isPercentage = (node: object) => "isPercentage" in node && node.isPercentage === true;

function namesUnit(node: Node): boolean {
  switch (node.type) {
    case "SymbolNode":
      return !constants.has(node.name);
    case "ParenthesisNode":
      return namesUnit(node.content);
    case "OperatorNode":
      return node.args.some(namesUnit);
    default:
      return false;
  }
}

function wrong(problem: string): FailureError {
  return new FailureError("bad-arguments", `expression: ${problem}`);
}
