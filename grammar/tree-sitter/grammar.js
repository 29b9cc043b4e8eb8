// The grammar of Opp for tree-sitter. `../opp.ebnf` is the truth; a test holds that both have the same
// words, and another that this grammar and the parser of `opp` find the same files to be right.
//
// The layers of expressions are those of the EBNF, so that no precedence is needed; layers without an
// operator are hidden. What one token of lookahead cannot decide is in `src/scanner.c`.

/// <reference types="tree-sitter-cli/dsl" />

const DIGITS = /[0-9](_?[0-9])*(\.[0-9](_?[0-9])*)?/;

// The rest of a line, without its line end
const LINE = /([^\r\n]|\r+[^\r\n])*/;

const commaSep1 = (rule) => seq(rule, repeat(seq(',', rule)));
const commaSep = (rule) => optional(seq(commaSep1(rule), optional(',')));
const block = (rule) => seq('{', repeat(seq(rule, optional(','))), '}');

module.exports = grammar({
  name: 'opp',

  word: ($) => $.identifier,

  extras: ($) => [/[ \t\r\n\u00A0\u2000-\u200B\u202F\u3000\uFEFF]/, $.comment, $.doc_comment],

  externals: ($) => [
    // `{` in a text, whose `}` stands on the same line
    $._interpolation_start,
    // The letters behind a number, and `/h` behind these
    $.unit,
    // Before a word that has `:` behind it: any word is a name there
    $._label_follows,
    // Before a name where an operand may stand
    $._operand_follows,
    // Before a name elsewhere: any word that is not reserved
    $._name_follows,
    // Before `entering`, `leaving` or `every` with an operand, which are names without one
    $._event_follows,
    // Before `no` with a name
    $._no_row_follows,
    // Before `address` with a text
    $._address_follows,
    // Before `answer` with a text
    $._answer_follows,
    // Before `when` behind the name of a setting, where it is no name
    $._when_follows,
    // Before `at least`, `at most` and `exactly` with a number
    $._counted_follows,
    // Before `for` and `within last` that bind a condition to time
    $._in_time_follows,
    // Before a period that is no misspelled word
    $._sum_follows,
    // At the head of a declaration with clauses: none was seen yet
    $._begins,
    // Behind the word of a clause that was not seen yet
    $._first_for_each,
    $._first_on,
    $._first_when,
    $._first_near,
    $._first_notify,
    $._first_record,
    $._first_colour,
    $._first_at_most,
    $._first_again,
    $._first_snooze,
    $._first_expires,
    $._first_urgent,
    $._first_disabled,
    $._first_fresh,
    $._first_cost,
    $._first_of,
    $._first_per,
    // Valid only while the parser recovers
    $._recovering,
  ],

  // `on title ends with "x"` begins as `on event ends` does
  conflicts: ($) => [[$.row_event, $._operand]],

  rules: {
    source_file: ($) => repeat($._declaration),

    // Declarations

    _declaration: ($) =>
      choice(
        $.place_declaration,
        $.let_declaration,
        $.enum_declaration,
        $.source_declaration,
        $.table_declaration,
        $.set_declaration,
        $.connect_declaration,
        $.test_declaration,
        $.chart_declaration,
        $.opp_declaration,
      ),

    place_declaration: ($) =>
      seq('place', field('name', $._name), '=', field('value', $._postfixed), optional($.radius)),

    let_declaration: ($) =>
      seq(
        'let',
        field('name', $._name),
        optional(field('parameters', $.parameters)),
        '=',
        field('value', $._expression),
      ),

    parameters: ($) => seq('(', commaSep($.parameter), ')'),
    parameter: ($) =>
      seq(
        commaSep1(field('name', $.identifier)),
        ':',
        field('type', $._type),
        optional(seq('=', field('default', $._expression))),
      ),

    _type: ($) => choice($.type, $.list_type),
    type: ($) => $._name,
    list_type: ($) => seq('[', $._type, ']'),

    enum_declaration: ($) => seq('enum', field('name', $._name), field('body', $.enum_cases)),
    enum_cases: ($) =>
      choice(block($.enum_case), seq('{', $.enum_case, repeat1(seq('<', $.enum_case)), '}')),
    enum_case: ($) => seq(field('name', $._name), repeat(seq('|', field('name', $._name)))),

    source_declaration: ($) =>
      seq(
        'source',
        $._begins,
        field('name', $._name),
        optional(field('parameters', $.parameters)),
        repeat(choice($.freshness, $.cost)),
        field('body', $.fields),
      ),
    freshness: ($) => seq('fresh', $._first_fresh, 'for', field('value', $._sum)),
    cost: ($) => seq('cost', $._first_cost, field('value', $._sum)),
    fields: ($) => block($.field),
    field: ($) => seq(commaSep1(field('name', $.identifier)), ':', field('type', $._type)),

    table_declaration: ($) =>
      seq(
        'table',
        $._begins,
        field('name', $._name),
        $.key,
        optional($.freshness),
        field('body', $.fields),
      ),
    key: ($) => seq('by', commaSep1($._name)),

    set_declaration: ($) =>
      seq(
        'set',
        field('name', $._name),
        choice(
          seq($._when_follows, 'when', field('value', $._expression)),
          seq(field('value', $._range), optional($._per)),
        ),
      ),

    connect_declaration: ($) =>
      seq(
        'connect',
        commaSep1(seq(field('name', $._name), optional(field('target', $.arguments)))),
        'to',
        field('connector', $._name),
        field('arguments', alias($.options, $.arguments)),
      ),

    options: ($) => seq('(', commaSep(choice(alias($.option, $.argument), $.argument)), ')'),
    option: ($) =>
      seq(
        optional(seq($._label_follows, field('name', $.identifier), ':')),
        field('value', $.entries),
      ),
    entries: ($) => seq('{', commaSep($.entry), '}'),
    entry: ($) =>
      seq(field('key', $.text), ':', field('value', choice($.text, $.number, $.list))),

    // Opps

    opp_declaration: ($) => seq('opp', $._begins, field('name', $.plain_text), repeat($._clause)),

    _clause: ($) =>
      choice(
        $.for_each_clause,
        $.on_clause,
        $.when_clause,
        $.near_clause,
        $.notify_clause,
        $.record_clause,
        $.colour_clause,
        $.at_most_clause,
        $.again_clause,
        $.snooze_clause,
        $.expires_clause,
        $.urgent_clause,
        $.disabled_clause,
      ),

    for_each_clause: ($) =>
      seq(
        'for',
        'each',
        $._first_for_each,
        field('name', $._name),
        'in',
        field('rows', $._expression),
      ),
    on_clause: ($) => seq('on', $._first_on, $._event, repeat(seq('or', $._event))),
    when_clause: ($) => seq('when', $._first_when, field('condition', $._expression)),
    near_clause: ($) =>
      seq(
        'near',
        $._first_near,
        field('place', $._postfixed),
        optional($.radius),
        optional($._window),
      ),
    notify_clause: ($) =>
      seq(
        'notify',
        $._first_notify,
        field('message', $._expression),
        optional($.recipient),
        optional(seq($.payload, optional($.recipient))),
      ),
    recipient: ($) => seq('to', $._expression),
    payload: ($) => seq('with', $.values),
    values: ($) => block($.field_value),
    field_value: ($) =>
      seq($._label_follows, field('name', $.identifier), ':', field('value', $._expression)),
    record_clause: ($) =>
      seq('record', $._first_record, field('table', $._name), field('values', $.values)),
    colour_clause: ($) => seq('colour', $._first_colour, field('value', $._postfixed)),
    at_most_clause: ($) =>
      seq(
        'at',
        'most',
        $._first_at_most,
        choice(
          seq('once', optional($._per)),
          seq(field('count', choice($.number, $.quantity)), $._per),
        ),
        optional(seq('in', 'all')),
      ),
    _per: ($) => seq('per', $.period),
    period: ($) => choice('hour', 'day', 'week', 'month', seq($._sum_follows, $._sum)),
    again_clause: ($) =>
      seq(
        'again',
        'every',
        $._first_again,
        field('value', $._sum),
        optional(seq($._in_time_follows, 'for', field('span', $._sum))),
      ),
    snooze_clause: ($) => seq('snooze', $._first_snooze, field('value', $._sum)),
    expires_clause: ($) => seq('expires', $._first_expires, field('value', $._sum)),
    urgent_clause: ($) => seq('urgent', $._first_urgent),
    disabled_clause: ($) => seq('disabled', $._first_disabled),

    // Charts

    chart_declaration: ($) =>
      seq('chart', $._begins, field('name', $.plain_text), repeat($._chart_clause)),
    _chart_clause: ($) => choice($.for_each_clause, $.of_clause, $.per_clause),
    of_clause: ($) => seq('of', $._first_of, field('value', $._expression)),
    per_clause: ($) =>
      seq(
        'per',
        $._first_per,
        field('period', alias($.calendar_period, $.period)),
        'last',
        field('count', choice($.number, $.quantity)),
      ),

    calendar_period: () => choice('hour', 'day', 'week', 'month', 'year'),

    // Events

    _event: ($) =>
      choice($.place_event, $.every_event, $.row_event, $.changes_event, $._conjunction),
    place_event: ($) =>
      seq($._event_follows, choice('entering', 'leaving'), field('place', $._postfixed), optional($.radius)),
    every_event: ($) =>
      seq($._event_follows, 'every', $._sum, optional(seq('from', field('from', $._sum)))),
    row_event: ($) =>
      seq(
        field('table', $._operand_name),
        choice(
          'added',
          'removed',
          seq(choice('begins', 'ends'), optional(seq(choice('+', '-'), field('offset', $._product)))),
        ),
      ),
    changes_event: ($) =>
      seq(
        $._conjunction,
        'changes',
        optional(seq('from', field('from', $._sum))),
        optional(seq('to', field('to', $._sum))),
      ),

    // Tests

    test_declaration: ($) =>
      seq('test', field('name', $.plain_text), repeat($._action), repeat($.test_step)),
    test_step: ($) => seq('at', field('time', $._expression), repeat($._action)),
    _action: ($) => choice($.given_action, $.expect_action),
    given_action: ($) => seq('given', commaSep1($._given)),
    _given: ($) => choice($.given_no_row, $.given_row, $.given_answer, $.given_address, $.given_reading),
    given_reading: ($) => seq(field('left', $._postfixed), '=', field('right', $._expression)),
    given_row: ($) => seq(field('table', $._operand_name), field('values', $.values)),
    given_no_row: ($) => seq($._no_row_follows, 'no', field('table', $._name), optional(field('values', $.values))),
    given_answer: ($) =>
      seq(
        $._answer_follows,
        'answer',
        field('opp', $.plain_text),
        optional(seq('for', commaSep1(field('key', $._prefixed)))),
        '=',
        field('right', $._expression),
      ),
    given_address: ($) =>
      seq(
        $._address_follows,
        'address',
        field('address', $.plain_text),
        '=',
        field('right', $._expression),
      ),
    expect_action: ($) =>
      seq(
        'expect',
        field('opp', $.plain_text),
        optional(seq('for', commaSep1(field('key', $._prefixed)))),
        choice(
          seq('fires', optional(seq('with', field('message', $._expression)))),
          'quiet',
          'unknown',
        ),
      ),

    // Expressions, the loosest first

    _expression: ($) =>
      choice($.filter_expression, $.mapping_expression, $.ordering_expression, $._conditional),
    filter_expression: ($) =>
      seq(
        field('rows', $._expression),
        optional(seq('as', field('name', $._name))),
        'where',
        field('condition', $._conditional),
      ),
    mapping_expression: ($) =>
      seq(
        field('rows', $._expression),
        optional(seq('as', field('name', $._name))),
        'each',
        field('value', $._conditional),
      ),
    ordering_expression: ($) =>
      prec.right(
        seq(
          field('rows', $._expression),
          optional(seq('as', field('name', $._name))),
          'by',
          field('key', $._conditional),
          optional('descending'),
        ),
      ),

    _conditional: ($) => choice($.conditional_expression, $._disjunction),
    conditional_expression: ($) =>
      seq(
        'if',
        field('condition', $._expression),
        'then',
        field('consequence', $._expression),
        'else',
        field('alternative', $._conditional),
      ),

    _disjunction: ($) => choice(alias($._or, $.binary_expression), $._conjunction),
    _or: ($) => prec(1, binary($._disjunction, 'or', $._conjunction)),

    _conjunction: ($) => choice(alias($._and, $.binary_expression), $._negation),
    _and: ($) => prec(2, binary($._conjunction, 'and', $._negation)),

    _negation: ($) => choice(alias($._not, $.unary_expression), $._in_time),
    _not: ($) =>
      seq(
        field('operator', 'not'),
        field('operand', choice(alias($._not, $.unary_expression), $._comparison)),
      ),

    _in_time: ($) => choice($.window_expression, $.latch_expression, $._comparison),
    latch_expression: ($) =>
      prec(3, seq(field('condition', $._in_time), 'until', field('end', $._comparison))),
    window_expression: ($) => prec(3, seq(field('condition', $._in_time), $._window)),
    _window: ($) =>
      seq(
        $._in_time_follows,
        choice(
          seq('for', field('duration', $._sum)),
          seq('within', choice('last', 'next'), field('duration', $._range)),
        ),
      ),

    _comparison: ($) => choice(alias($._compared, $.binary_expression), $._sum),
    _compared: ($) => prec(4, choice(
        binary($._sum, choice('==', '!=', '<', '<=', '>', '>=', 'contains'), $._sum),
        seq(
          field('left', $._sum),
          field('operator', seq(choice('starts', 'ends'), 'with')),
          field('right', $._sum),
        ),
        seq(
          field('left', $._sum),
          field('operator', seq('is', optional('not'))),
          field('right', $._sum),
        ),
        seq(
          field('left', $._sum),
          field('operator', seq(optional('not'), 'in')),
          field('right', $._range),
        ),
      )),

    _range: ($) => choice($.range, $._sum),
    range: ($) => seq(field('start', $._sum), '..', field('end', $._sum)),

    _sum: ($) => choice(alias($._added, $.binary_expression), $._product),
    _added: ($) => prec(5, binary($._sum, choice('+', '-'), $._product)),

    _product: ($) => choice(alias($._multiplied, $.binary_expression), $._prefixed),
    _multiplied: ($) => prec(6, binary($._product, choice('*', '/', 'otherwise'), $._prefixed)),

    _prefixed: ($) => choice(alias($._negative, $.unary_expression), $._postfixed),
    _negative: ($) => seq(field('operator', '-'), field('operand', $._prefixed)),

    _postfixed: ($) => choice($.field_expression, $.call_expression, $._operand),
    field_expression: ($) =>
      prec(8, seq(field('object', $._postfixed), '.', field('field', $.identifier))),
    call_expression: ($) =>
      prec(
        8,
        seq(
          field('function', choice($._operand_name, $.field_expression, alias('any', $.identifier))),
          field('arguments', $.arguments),
        ),
      ),

    // Operands

    _operand: ($) =>
      choice(
        $._operand_name,
        $._literal,
        $.text,
        $.list,
        $.parenthesized_expression,
        $.near_expression,
        $.nearest_place,
        $.counted_expression,
      ),

    arguments: ($) => seq('(', commaSep($.argument), ')'),
    argument: ($) =>
      seq(
        optional(seq($._label_follows, field('name', $.identifier), ':')),
        field('value', choice($.span, $.range, $.changes_event, $._expression)),
      ),
    span: ($) => choice(seq(choice('last', 'next'), $._range), seq('since', $._sum)),

    parenthesized_expression: ($) => seq('(', $._expression, ')'),
    list: ($) => seq('[', commaSep($._expression), ']'),
    near_expression: ($) => prec.right(-1, seq('near', field('place', $._postfixed), optional($.radius))),
    radius: ($) => prec(-1, seq('within', field('distance', $._sum))),
    nearest_place: ($) => prec(7, seq('any', field('category', $._category))),
    _category: ($) =>
      choice(
        $.text,
        $._operand_name,
        alias($._category_field, $.field_expression),
        alias($._category_call, $.call_expression),
      ),
    _category_field: ($) =>
      prec(8, seq(field('object', $._category), '.', field('field', $.identifier))),
    _category_call: ($) =>
      prec(
        8,
        seq(
          field('function', choice($._operand_name, alias($._category_field, $.field_expression))),
          field('arguments', $.arguments),
        ),
      ),

    counted_expression: ($) =>
      prec(
        7,
        seq(
          $._counted_follows,
          choice(seq('at', choice('least', 'most')), 'exactly'),
          field('count', $.number),
          'of',
          field('conditions', $._postfixed),
        ),
      ),

    _literal: ($) =>
      choice($.number, $.quantity, $.time, $.date, $.instant, $.pin, $.colour, $.boolean),
    boolean: () => choice('true', 'false'),

    number: ($) => choice($._digits, seq('-', $._touching_digits)),
    _digits: () => token(DIGITS),
    _touching_digits: () => token.immediate(DIGITS),

    // A number with a unit; which units there are is not decided here
    quantity: ($) =>
      choice(
        seq($.number, alias(token.immediate('%'), $.unit)),
        seq(
          $.number,
          $.unit,
          repeat(seq(alias($._touching_digits, $.number), $.unit)),
          optional(alias($._touching_digits, $.number)),
        ),
        // `7amp` is no time
        token(seq(DIGITS, /[aApP][mM][\p{L}\p{M}\p{N}\p{Pc}°]+/)),
      ),
    time: () =>
      token(choice(/[0-9][0-9]?(:[0-9]+)+\p{XID_Continue}*/, seq(DIGITS, /[aApP][mM]/))),
    date: () => token(/[0-9]{4}-[0-9]{2}-[0-9]{2}/),
    instant: () =>
      token(
        seq(
          /[0-9]{4}-[0-9]{2}-[0-9]{2}[A-Za-z]([A-Za-z0-9:]|\.[0-9])*/,
          optional(/[+-][0-9]{2}:[0-9]{2}/),
        ),
      ),
    pin: () =>
      token(
        seq('@', /[+-]?[0-9](_?[0-9])*(\.[0-9](_?[0-9])*)?, ?[+-]?[0-9](_?[0-9])*(\.[0-9](_?[0-9])*)?/),
      ),
    colour: () => token(/#[0-9A-Fa-f]{6}/),

    // Texts

    text: ($) =>
      seq(
        '"',
        repeat(choice($.text_content, $.escape_sequence, $.interpolation)),
        token.immediate('"'),
      ),
    plain_text: ($) =>
      seq('"', repeat(choice($.text_content, $.escape_sequence)), token.immediate('"')),
    text_content: () => token.immediate(prec(1, /[^"\\{}\r\n]+/)),
    escape_sequence: () =>
      token.immediate(
        choice(/\\["\\nt]/, /\\u\{[0-9A-Fa-f]{1,8}\}/, '{{', '}}'),
      ),
    interpolation: ($) =>
      seq(alias($._interpolation_start, '{'), $._expression, optional(seq(':', $.format)), '}'),
    format: () =>
      /(\.[0-9]( (%|°?[A-Za-zµμ]+(\/[A-Za-z]+[0-9]?)?))?|%|°?[A-Za-zµμ]+(\/[A-Za-z]+[0-9]?)?)/,

    // Names

    identifier: () => /[_\p{XID_Start}]\p{XID_Continue}*/,
    _name: ($) => seq($._name_follows, $.identifier),
    _operand_name: ($) => seq($._operand_follows, $.identifier),

    // Comments

    comment: () => token(choice('//', seq(/\/\/[^\/\r\n]/, LINE), seq('////', LINE))),
    doc_comment: () => token(seq('///', optional(seq(/[^\/\r\n]/, LINE)))),
  },
});

function binary(left, operator, right) {
  return seq(field('left', left), field('operator', operator), field('right', right));
}
