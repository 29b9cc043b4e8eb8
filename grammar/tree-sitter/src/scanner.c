// What one token of lookahead cannot decide about Opp.
//
// Nearly all tokens made here have no length: they answer a question about the words that follow, such
// as whether `near` stands before an operand or is its name. One set is kept from token to token: which
// clauses the declaration has had, since each may stand in it once.

#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

enum TokenType {
  INTERPOLATION_START,
  UNIT,
  LABEL_FOLLOWS,
  OPERAND_FOLLOWS,
  NAME_FOLLOWS,
  EVENT_FOLLOWS,
  NO_ROW_FOLLOWS,
  ADDRESS_FOLLOWS,
  ANSWER_FOLLOWS,
  WHEN_FOLLOWS,
  COUNTED_FOLLOWS,
  IN_TIME_FOLLOWS,
  SUM_FOLLOWS,
  BEGINS,
  FIRST_FOR_EACH,
  FIRST_PER = FIRST_FOR_EACH + 16,
  RECOVERING,
};

// The longest word that is looked at; longer ones are names
#define WORD_LENGTH 65

typedef struct {
  int32_t characters[WORD_LENGTH];
  unsigned length;
} Word;

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static bool is_space(int32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0xA0 || (c >= 0x2000 && c <= 0x200B) ||
         c == 0x202F || c == 0x3000 || c == 0xFEFF;
}

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// All characters beyond ASCII count as letters: no question here depends on the difference.
static bool begins_word(int32_t c) { return is_letter(c) || c == '_' || (c >= 0x80 && !is_space(c)); }

static bool is_hexadecimal(int32_t c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Skips spaces and comments; false where a single slash was skipped, too
static bool skip_trivia(TSLexer *lexer) {
  for (;;) {
    while (is_space(lexer->lookahead)) advance(lexer);
    if (lexer->lookahead != '/') return true;
    advance(lexer);
    if (lexer->lookahead != '/') return false;
    while (!lexer->eof(lexer) && lexer->lookahead != '\n') advance(lexer);
  }
}

// Skips spaces only: a comment before a token of no length is left to the parser, which then returns here
//
// A name is the only child of what such a token begins. With a comment in it, queries do not find the name.
static void skip_spaces(TSLexer *lexer) {
  while (is_space(lexer->lookahead)) advance(lexer);
}

static Word read_word(TSLexer *lexer) {
  Word word = {.length = 0};
  while (begins_word(lexer->lookahead) || is_digit(lexer->lookahead)) {
    if (word.length < WORD_LENGTH) word.characters[word.length++] = lexer->lookahead;
    advance(lexer);
  }
  return word;
}

static bool is_word(const Word *word, const char *text) {
  unsigned index = 0;
  for (; index < word->length && text[index]; index++) {
    if (word->characters[index] != text[index]) return false;
  }
  return index == word->length && !text[index];
}

static bool is_one_of(const Word *word, const char *const *texts) {
  for (; *texts; texts++) {
    if (is_word(word, *texts)) return true;
  }
  return false;
}

// MARK: Names

// Never names, except after `.` and before `:`
static const char *const reserved[] = {"and",    "or",   "not",  "is",    "in",   "if",    "then", "else",
                                       "true",   "false", "near", "within", "for", "last",  "next", "since",
                                       "each",   "where", "as",   "otherwise", "any", NULL};

// Of these, the ones that may begin an operand
static const char *const begin_operands[] = {"if", "true", "false", "near", "any", NULL};

// Names elsewhere, unless an operand follows
static const char *const clauses[] = {"place",  "let",    "enum",    "source", "table", "set",   "connect",
                                      "test",   "chart",  "opp",    "on",      "when",   "notify", "to",   "with",
                                      "record", "colour", "at",      "again",  "snooze", "expires", "urgent",
                                      "disabled", "fresh", "cost",   "by",     "given", "expect", NULL};

static const char *const infix_words[] = {"contains", "by", "descending", "until", "starts", NULL};

static const char *const row_verbs[] = {"added", "removed", "begins", "ends", NULL};

// Whether a word that was read begins an operand
static bool is_operand(TSLexer *lexer, const Word *word) {
  if (is_word(word, "not")) {
    if (!skip_trivia(lexer)) return true;
    Word second = read_word(lexer);
    return !is_word(&second, "in");
  }
  if (is_one_of(word, reserved)) return is_one_of(word, begin_operands);
  return !is_one_of(word, infix_words) && !is_one_of(word, row_verbs);
}

// Whether an operand follows a word that was read, so that the word is no name
static bool operand_follows(TSLexer *lexer) {
  if (!skip_trivia(lexer)) return false;
  int32_t next = lexer->lookahead;
  if (is_digit(next) || next == '"' || next == '[' || next == '@' || next == '#') return true;
  if (!begins_word(next)) return false;
  Word word = read_word(lexer);
  return is_operand(lexer, &word);
}

// Whether a number follows that no letters and no `per` follow in turn
static bool count_follows(TSLexer *lexer) {
  if (!skip_trivia(lexer)) return false;
  if (lexer->lookahead == '-') advance(lexer);
  if (!is_digit(lexer->lookahead)) return false;
  while (is_digit(lexer->lookahead) || lexer->lookahead == '_' || lexer->lookahead == '.') advance(lexer);
  if (begins_word(lexer->lookahead) || lexer->lookahead == '%' || lexer->lookahead == ':') return false;
  if (!skip_trivia(lexer)) return true;
  Word word = read_word(lexer);
  return !is_word(&word, "per");
}

// Whether what follows `entering` and its like is an operand: `(` is one, `-` if it touches what follows
static bool event_follows(TSLexer *lexer) {
  bool is_apart = is_space(lexer->lookahead);
  if (!skip_trivia(lexer)) return false;
  if (lexer->lookahead == '(') return true;
  if (lexer->lookahead == '-') {
    advance(lexer);
    return is_apart && !is_space(lexer->lookahead);
  }
  return operand_follows(lexer);
}

// Finds what a word is: it, and what follows it, is read for that
static bool scan_name(TSLexer *lexer, const bool *valid) {
  lexer->mark_end(lexer);
  skip_spaces(lexer);
  if (!begins_word(lexer->lookahead)) return false;
  Word word = read_word(lexer);
  bool is_reserved = is_one_of(&word, reserved);
  if (valid[NAME_FOLLOWS] && !valid[OPERAND_FOLLOWS]) {
    lexer->result_symbol = NAME_FOLLOWS;
    return !is_reserved;
  }
  if (valid[EVENT_FOLLOWS] &&
      (is_word(&word, "entering") || is_word(&word, "leaving") || is_word(&word, "every"))) {
    lexer->result_symbol = event_follows(lexer) ? EVENT_FOLLOWS : OPERAND_FOLLOWS;
    return true;
  }
  lexer->result_symbol = OPERAND_FOLLOWS;
  if (valid[NO_ROW_FOLLOWS] && is_word(&word, "no")) {
    if (!skip_trivia(lexer) || !begins_word(lexer->lookahead)) return true;
    Word second = read_word(lexer);
    if (!is_one_of(&second, reserved)) lexer->result_symbol = NO_ROW_FOLLOWS;
    return true;
  }
  if (valid[ADDRESS_FOLLOWS] && is_word(&word, "address")) {
    if (skip_trivia(lexer) && lexer->lookahead == '"') lexer->result_symbol = ADDRESS_FOLLOWS;
    return true;
  }
  if (valid[ANSWER_FOLLOWS] && is_word(&word, "answer")) {
    if (skip_trivia(lexer) && lexer->lookahead == '"') lexer->result_symbol = ANSWER_FOLLOWS;
    return true;
  }
  if (valid[WHEN_FOLLOWS] && is_word(&word, "when")) {
    lexer->result_symbol = WHEN_FOLLOWS;
    return true;
  }
  if (valid[LABEL_FOLLOWS] && skip_trivia(lexer) && lexer->lookahead == ':') {
    lexer->result_symbol = LABEL_FOLLOWS;
    return true;
  }
  if (valid[COUNTED_FOLLOWS] && is_word(&word, "exactly")) {
    if (count_follows(lexer)) lexer->result_symbol = COUNTED_FOLLOWS;
    return true;
  }
  if (valid[COUNTED_FOLLOWS] && is_word(&word, "at")) {
    if (!skip_trivia(lexer) || !begins_word(lexer->lookahead)) return !operand_follows(lexer);
    Word second = read_word(lexer);
    if (!is_word(&second, "least") && !is_word(&second, "most")) return !is_operand(lexer, &second);
    lexer->result_symbol = COUNTED_FOLLOWS;
    return count_follows(lexer);
  }
  if (is_reserved) return false;
  return !is_one_of(&word, clauses) || !operand_follows(lexer);
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

// Whether a word is a period or a misspelled one: the restricted Damerau-Levenshtein distance is within
// the limit that the compiler has for its "did you mean"
static bool is_near(const Word *word, const char *period) {
  unsigned length = (unsigned)strlen(period);
  unsigned limit = word->length <= 4 ? 1 : word->length <= 8 ? 2 : 3;
  unsigned rows[3][8];
  if (word->length > length + limit || length > word->length + limit) return false;
  for (unsigned column = 0; column <= length; column++) rows[0][column] = column;
  for (unsigned row = 1; row <= word->length; row++) {
    unsigned *current = rows[row % 3], *last = rows[(row + 2) % 3], *before = rows[(row + 1) % 3];
    current[0] = row;
    for (unsigned column = 1; column <= length; column++) {
      int32_t written = word->characters[row - 1];
      if (written >= 'A' && written <= 'Z') written += 'a' - 'A';
      unsigned slips = last[column - 1] + (written != period[column - 1]);
      slips = least(slips, least(last[column], current[column - 1]) + 1);
      if (row > 1 && column > 1 && written == period[column - 2]) {
        int32_t previous = word->characters[row - 2];
        if (previous >= 'A' && previous <= 'Z') previous += 'a' - 'A';
        if (previous == period[column - 1]) slips = least(slips, before[column - 2] + 1);
      }
      current[column] = slips;
    }
  }
  unsigned slips = rows[word->length % 3][length];
  return slips <= limit && slips < (word->length > length ? word->length : length);
}

// Whether what follows `per` is no word for a period, as it is or misspelled
static bool sum_follows(TSLexer *lexer) {
  static const char *const periods[] = {"hour", "day", "week", "month", NULL};
  if (!skip_trivia(lexer) || !begins_word(lexer->lookahead)) return true;
  Word word = read_word(lexer);
  for (const char *const *period = periods; *period; period++) {
    if (is_near(&word, *period)) return false;
  }
  return true;
}

// MARK: What follows a value

// Finds whether `for` or `within last` follows, or the name of a further value
static bool scan_what_follows(TSLexer *lexer, const bool *valid) {
  lexer->mark_end(lexer);
  skip_spaces(lexer);
  if (!begins_word(lexer->lookahead)) return false;
  Word first = read_word(lexer);
  bool is_for = is_word(&first, "for"), is_within = is_word(&first, "within");
  bool is_window = valid[IN_TIME_FOLLOWS] && (is_for || is_within);
  if (!is_window && !valid[LABEL_FOLLOWS]) return false;
  if (skip_trivia(lexer)) {
    if (lexer->lookahead == ':') {
      lexer->result_symbol = LABEL_FOLLOWS;
      return valid[LABEL_FOLLOWS];
    }
    Word second = read_word(lexer);
    if (is_for && is_word(&second, "each")) return false;
    if (is_within && !is_word(&second, "last") && !is_word(&second, "next")) return false;
  }
  lexer->result_symbol = IN_TIME_FOLLOWS;
  return is_window;
}

// MARK: Literals and texts

static bool is_unit(int32_t c) {
  // A unit of other letters is an error of meaning; the signs of mathematics and quotes are none.
  bool is_sign = c == 0xD7 || c == 0xF7 || c == 0xAB || c == 0xBB || (c >= 0x2010 && c <= 0x2BFF);
  return begins_word(c) && !is_sign;
}

// Takes `m3` behind `ug/`; a name that only begins so is divided by
static bool scan_cubic_metre(TSLexer *lexer) {
  if (lexer->lookahead != 'm') return false;
  advance(lexer);
  if (lexer->lookahead != '3' && lexer->lookahead != 0xB3) return false;
  advance(lexer);
  return !is_letter(lexer->lookahead) && !is_digit(lexer->lookahead) && lexer->lookahead != '_';
}

// Takes the letters behind a number, and `/h` behind these; `10km/laps` is a division
static bool scan_unit(TSLexer *lexer) {
  static const char *const units[] = {"s", "sec", "second", "seconds", "min", "m", "minute", "minutes",
                                      "h", "hr", "hour", "hours", "d", "day", "days", NULL};
  int length = 0;
  int32_t first = lexer->lookahead, last = 0;
  for (; is_unit(lexer->lookahead); length++) {
    last = lexer->lookahead;
    advance(lexer);
  }
  bool is_density = length == 2 && last == 'g'
    && (first == 'u' || first == 0xB5 || first == 0x3BC || first == 'm' || first == 'n');
  lexer->mark_end(lexer);
  lexer->result_symbol = UNIT;
  if (lexer->lookahead != '/') return true;
  advance(lexer);
  if (is_density) {
    if (scan_cubic_metre(lexer)) lexer->mark_end(lexer);
    return true;
  }
  Word word = {.length = 0};
  while (is_letter(lexer->lookahead)) {
    if (word.length < WORD_LENGTH) word.characters[word.length++] = lexer->lookahead;
    advance(lexer);
  }
  if (is_one_of(&word, units)) lexer->mark_end(lexer);
  return true;
}

// Skips what follows a backslash
static void skip_escape(TSLexer *lexer) {
  advance(lexer);
  if (lexer->lookahead == '\n' || lexer->eof(lexer)) return;
  bool is_number = lexer->lookahead == 'u';
  advance(lexer);
  if (!is_number || lexer->lookahead != '{') return;
  do advance(lexer);
  while (is_hexadecimal(lexer->lookahead));
  if (lexer->lookahead == '}') advance(lexer);
}

// Takes `{` in a text if the `}` that ends it stands on the same line
//
// Texts and braces nest: each bit of `texts` says whether the level is a text.
static bool scan_interpolation_start(TSLexer *lexer) {
  if (lexer->lookahead != '{') return false;
  advance(lexer);
  lexer->mark_end(lexer);
  lexer->result_symbol = INTERPOLATION_START;
  if (lexer->lookahead == '{') return false;
  uint64_t texts = 0;
  for (unsigned depth = 1; depth > 0;) {
    if (depth > 63) return true;
    int32_t next = lexer->lookahead;
    if (next == '\n' || lexer->eof(lexer)) return false;
    bool is_text = texts & 1;
    if (is_text && next == '\\') {
      skip_escape(lexer);
      continue;
    }
    advance(lexer);
    if (next == '"') {
      texts = is_text ? texts >> 1 : texts << 1 | 1;
      depth = is_text ? depth - 1 : depth + 1;
    } else if (next == '{' && is_text) {
      if (lexer->lookahead == '{') {
        advance(lexer);
      } else {
        texts <<= 1;
        depth++;
      }
    } else if (next == '}' && !is_text) {
      texts >>= 1;
      depth--;
    }
  }
  return true;
}

// MARK: The scanner

void *tree_sitter_opp_external_scanner_create(void) { return calloc(1, sizeof(uint32_t)); }

void tree_sitter_opp_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_opp_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, sizeof(uint32_t));
  return sizeof(uint32_t);
}

void tree_sitter_opp_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(uint32_t));
  if (length == sizeof(uint32_t)) memcpy(payload, buffer, length);
}

bool tree_sitter_opp_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  uint32_t *clauses = payload;
  if (valid[RECOVERING]) return false;
  if (valid[BEGINS]) {
    *clauses = 0;
    lexer->mark_end(lexer);
    lexer->result_symbol = BEGINS;
    return true;
  }
  for (unsigned token = FIRST_FOR_EACH; token <= FIRST_PER; token++) {
    if (!valid[token]) continue;
    uint32_t clause = 1u << (token - FIRST_FOR_EACH);
    if (*clauses & clause) return false;
    *clauses |= clause;
    lexer->mark_end(lexer);
    lexer->result_symbol = token;
    return true;
  }
  if (valid[SUM_FOLLOWS]) {
    lexer->mark_end(lexer);
    lexer->result_symbol = SUM_FOLLOWS;
    return sum_follows(lexer);
  }
  if (valid[INTERPOLATION_START] && lexer->lookahead == '{') return scan_interpolation_start(lexer);
  if (valid[UNIT] && is_unit(lexer->lookahead)) return scan_unit(lexer);
  if (valid[OPERAND_FOLLOWS] || valid[NAME_FOLLOWS]) return scan_name(lexer, valid);
  if (valid[IN_TIME_FOLLOWS] || valid[LABEL_FOLLOWS]) return scan_what_follows(lexer, valid);
  return false;
}
