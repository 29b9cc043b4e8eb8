// Prints what tree-sitter's generator makes of a grammar.js: node grammar_json.js PATH
// The functions of its DSL, as far as Opp's grammar uses them.

const symbol = (name) => ({ type: 'SYMBOL', name });

function rule(value) {
  if (typeof value === 'string') return { type: 'STRING', value };
  if (value instanceof RegExp) return { type: 'PATTERN', value: value.source };
  return value;
}

const many = (type) => (...members) => ({ type, members: members.map(rule) });
const one = (type) => (content) => ({ type, content: rule(content) });
const ranked = (type) => (value, content) =>
  content === undefined ? { type, value: 0, content: rule(value) } : { type, value, content: rule(content) };

Object.assign(globalThis, {
  seq: many('SEQ'),
  choice: many('CHOICE'),
  repeat: one('REPEAT'),
  repeat1: one('REPEAT1'),
  token: Object.assign(one('TOKEN'), { immediate: one('IMMEDIATE_TOKEN') }),
  prec: Object.assign(ranked('PREC'), { left: ranked('PREC_LEFT'), right: ranked('PREC_RIGHT') }),
  optional: (content) => ({ type: 'CHOICE', members: [rule(content), { type: 'BLANK' }] }),
  field: (name, content) => ({ type: 'FIELD', name, content: rule(content) }),
  alias: (content, value) => ({
    type: 'ALIAS',
    content: rule(content),
    named: typeof value !== 'string',
    value: typeof value === 'string' ? value : value.name,
  }),
  grammar: (options) => {
    const $ = new Proxy({}, { get: (_, name) => symbol(name) });
    const list = (make) => (make ? make($).map(rule) : []);
    const rules = {};
    for (const [name, make] of Object.entries(options.rules)) rules[name] = rule(make($));
    return {
      name: options.name,
      word: options.word($).name,
      rules,
      extras: list(options.extras),
      conflicts: (options.conflicts ? options.conflicts($) : []).map((names) => names.map((rule) => rule.name)),
      precedences: [],
      externals: list(options.externals),
      inline: [],
      supertypes: [],
    };
  },
});

console.log(JSON.stringify(require(require('path').resolve(process.argv[2]))));
