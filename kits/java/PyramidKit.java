import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Lets the Pyramid conformance suite drive an engine in Java. Copy this file beside your own; it needs Java 17 and
 * nothing else.
 *
 * <p>Write a class that implements {@link Adapter}, with a main that calls {@code PyramidKit.serve(new MyAdapter())}:
 *
 * <pre>
 *   javac *.java
 *   pytest --pyargs conformance --engine-cmd="java MyAdapter"
 * </pre>
 *
 * <p>A card is a word such as {@code 7H}: its rank A23456789TJQK, then its suit CDHS. {@link #rank}, {@link #suit},
 * {@link #word}, {@link #row}, {@link #column} and {@link #place} turn words and places into what an engine counts by.
 */
public final class PyramidKit {
  /** The version of the protocol that is spoken here. */
  public static final int PROTOCOL = 1;

  public static final String RANKS = "A23456789TJQK";
  public static final String SUITS = "CDHS";

  private static final int LONGEST_NUMBER = 18;

  private PyramidKit() {}

  /** What the suite asks of an engine. */
  public interface Adapter {
    /** Name, version, and "rules": for each flag the list of values that it plays; a flag left out: its default. */
    Map<String, Object> about();

    /** Deals a game: 52 words in deal order, and a value for every flag (Boolean, Long or String). */
    void newGame(List<String> deck, Map<String, Object> rules);

    /** Whether the move was done; false: it was refused and nothing has changed. May throw {@link Unsupported}. */
    boolean play(Move move);

    /**
     * Everything on the table: "pyramid" (a word or null for each place, row by row from the apex), "waste" and
     * "reserve" (lists of piles, top last), "stock" (a count), "status" ("playing", "won", "lost", or null in a map that
     * holds nulls, such as a HashMap). List.of takes no nulls either: an ArrayList does, and Arrays.asList.
     */
    Map<String, Object> state();

    /** The words of all legal moves; null where the engine has no such list. */
    default List<String> legalMoves() {
      return null;
    }

    /** Whether the last move was taken back; null where the engine cannot. */
    default Boolean undo() {
      return null;
    }
  }

  /** What a word asks for; the suite tries illegal moves too. */
  public enum Kind {
    /** A turn, onto pile {@code pile} (from 1) where the word names one, otherwise 0. */
    DRAW,
    REDEAL,
    /** The removal of {@code cards}, one or two of them. */
    REMOVE,
    /** A word that is no move, which has to be refused. */
    NONE
  }

  /** A move: its word, its kind, the pile of a turn and the cards of a removal. */
  public record Move(String word, Kind kind, int pile, List<String> cards) {
    /** Reads a word; any other text is of the kind NONE. */
    public static Move of(String word) {
      String card = "[" + RANKS + "][" + SUITS + "]";
      if (word.equals("redeal")) {
        return new Move(word, Kind.REDEAL, 0, List.of());
      }
      if (word.matches("draw(@[1-9][0-9]?)?")) {
        return new Move(word, Kind.DRAW, word.length() > 4 ? Integer.parseInt(word.substring(5)) : 0, List.of());
      }
      if (word.matches(card + "(\\+" + card + ")?")) {
        return new Move(word, Kind.REMOVE, 0, List.of(word.split("\\+")));
      }
      return new Move(word, Kind.NONE, 0, List.of());
    }
  }

  /** Thrown by {@link Adapter#play} where the engine has no way to try such a move: it counts as not tested. */
  public static class Unsupported extends RuntimeException {
    public Unsupported(String why) {
      super(why);
    }
  }

  // -- words and places -----------------------------------------------------------------------------------------------

  /** 1 for an ace to 13 for a king. */
  public static int rank(String word) {
    return RANKS.indexOf(word.charAt(0)) + 1;
  }

  /** 0 clubs, 1 diamonds, 2 hearts, 3 spades. */
  public static int suit(String word) {
    return SUITS.indexOf(word.charAt(1));
  }

  /** The word of a rank from 1 to 13 and of a suit, clubs 0 to spades 3. */
  public static String word(int rank, int suit) {
    return "" + RANKS.charAt(rank - 1) + SUITS.charAt(suit);
  }

  /** The row of a place, 0 at the apex. */
  public static int row(int place) {
    return (int) ((Math.sqrt(8.0 * place + 1) - 1) / 2);
  }

  /** How far from the left of its row a place is, from 0. */
  public static int column(int place) {
    return place - row(place) * (row(place) + 1) / 2;
  }

  /** The place in a row at a column, both from 0. */
  public static int place(int row, int column) {
    return row * (row + 1) / 2 + column;
  }

  // -- the program ----------------------------------------------------------------------------------------------------

  /** Answers the suite on standard input and output until it says stop. What the engine prints goes to standard error. */
  public static void serve(Adapter adapter) throws IOException {
    PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8");
    System.setOut(System.err);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean[] dealt = {false};
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> request = Map.of();
      Object id = null;
      String answer;
      try {
        request = asMap(new Json(line).read());
        id = request.get("id");
        answer = "\"result\":" + Json.write(call(adapter, request, dealt));
      } catch (Failure failure) {
        answer = error(failure.code, failure.getMessage());
      } catch (Unsupported unsupported) {
        answer = error(-32002, unsupported.getMessage());
      } catch (RuntimeException | StackOverflowError crash) {
        crash.printStackTrace();
        answer = error(-32000, crash.toString());
      }
      if (request.isEmpty() || request.containsKey("id")) {
        out.print("{\"jsonrpc\":\"2.0\",\"id\":" + Json.write(id) + "," + answer + "}\n");
        out.flush();
      }
      if ("stop".equals(request.get("method"))) {
        return;
      }
    }
  }

  private static Object call(Adapter adapter, Map<String, Object> request, boolean[] dealt) {
    if (!"2.0".equals(request.get("jsonrpc")) || !(request.get("method") instanceof String method)) {
      throw new Failure(-32600, "a request says \"jsonrpc\": \"2.0\" and names its method");
    }
    Map<String, Object> params = asMap(request.getOrDefault("params", Map.of()));
    if (!dealt[0] && List.of("play", "state", "legal_moves", "undo").contains(method)) {
      throw new Failure(-32003, "no game has been started: call new_game first");
    }
    switch (method) {
      case "about":
        Map<String, Object> about = new TreeMap<>(adapter.about());
        about.putIfAbsent("protocol", PROTOCOL);
        return about;
      case "new_game":
        if (!(params.get("deck") instanceof List<?> deck) || !(params.get("rules") instanceof Map)) {
          throw new Failure(-32602, "new_game takes the parameters deck and rules, by name");
        }
        adapter.newGame(deck.stream().map(String::valueOf).toList(), asMap(params.get("rules")));
        dealt[0] = true;
        return null;
      case "play":
        if (!(params.get("move") instanceof String word)) {
          throw new Failure(-32602, "play takes the parameter move, a text");
        }
        return adapter.play(Move.of(word));
      case "state":
        return adapter.state();
      case "legal_moves":
        return offered(method, adapter.legalMoves());
      case "undo":
        return offered(method, adapter.undo());
      case "stop":
        return null;
      default:
        throw new Failure(-32601, "there is no method " + method);
    }
  }

  private static Object offered(String method, Object answer) {
    if (answer == null) {
      throw new Failure(-32601, method + " is not offered");
    }
    return answer;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asMap(Object value) {
    if (value instanceof Map) {
      return (Map<String, Object>) value;
    }
    throw new Failure(-32600, "a request is one mapping on one line, with its parameters by name");
  }

  private static String error(int code, String message) {
    return "\"error\":{\"code\":" + code + ",\"message\":" + Json.write(String.valueOf(message)) + "}";
  }

  private static class Failure extends RuntimeException {
    final int code;

    Failure(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  // -- JSON -----------------------------------------------------------------------------------------------------------

  /** Reads one JSON text: Map, List, String, Long, Double, Boolean or null; and writes these, arrays and any Number. */
  static final class Json {
    private static final int DEEPEST = 100;

    private final String text;
    private int at = 0;
    private int depth = 0;

    Json(String text) {
      this.text = text;
    }

    Object read() {
      Object value = value();
      skipBlanks();
      if (at < text.length()) {
        throw wrong("the end of the line");
      }
      return value;
    }

    private Object value() {
      skipBlanks();
      char next = peek();
      if (next == '{' || next == '[') {
        if (++depth > DEEPEST) {
          throw wrong("a text nested less deep");
        }
        Object value = next == '{' ? mapping() : list();
        depth--;
        return value;
      }
      if (next == '"') {
        return string();
      }
      for (Object word : new Object[] {Boolean.TRUE, Boolean.FALSE, "null"}) {
        if (text.startsWith(word.toString(), at)) {
          at += word.toString().length();
          return word.equals("null") ? null : word;
        }
      }
      return number();
    }

    private Map<String, Object> mapping() {
      Map<String, Object> found = new TreeMap<>();
      at++;
      for (skipBlanks(); peek() != '}'; skipBlanks()) {
        if (!found.isEmpty()) {
          expect(',');
          skipBlanks();
        }
        String key = string();
        skipBlanks();
        expect(':');
        found.put(key, value());
      }
      at++;
      return found;
    }

    private List<Object> list() {
      List<Object> found = new ArrayList<>();
      at++;
      for (skipBlanks(); peek() != ']'; skipBlanks()) {
        if (!found.isEmpty()) {
          expect(',');
        }
        found.add(value());
      }
      at++;
      return found;
    }

    private String string() {
      expect('"');
      StringBuilder found = new StringBuilder();
      while (peek() != '"') {
        char next = text.charAt(at++);
        found.append(next == '\\' ? escaped() : next);
      }
      at++;
      return found.toString();
    }

    private char escaped() {
      char kind = peek();
      at++;
      int known = "bfnrt".indexOf(kind);
      if (kind == 'u' && at + 4 <= text.length() && text.substring(at, at + 4).matches("[0-9A-Fa-f]{4}")) {
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      if (known < 0 && "\"\\/".indexOf(kind) < 0) {
        throw wrong("an escape such as \\n");
      }
      return known < 0 ? kind : "\b\f\n\r\t".charAt(known);
    }

    private Number number() {
      int from = at;
      while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      String digits = text.substring(from, at);
      if (digits.matches("-?(0|[1-9][0-9]*)") && digits.length() <= LONGEST_NUMBER) {
        return Long.parseLong(digits);
      }
      if (digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
        return Double.parseDouble(digits);
      }
      at = from;
      throw wrong("a value");
    }

    private void skipBlanks() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private char peek() {
      if (at >= text.length()) {
        throw wrong("more");
      }
      return text.charAt(at);
    }

    private void expect(char wanted) {
      if (peek() != wanted) {
        throw wrong("" + wanted);
      }
      at++;
    }

    private Failure wrong(String expected) {
      return new Failure(-32700, "the line is not JSON: expected " + expected + " at character " + (at + 1));
    }

    static String write(Object value) {
      if (value instanceof String text) {
        return quoted(text);
      }
      if (value instanceof Map<?, ?> map) {
        StringJoiner parts = new StringJoiner(",", "{", "}");
        map.forEach((key, each) -> parts.add(quoted(String.valueOf(key)) + ":" + write(each)));
        return parts.toString();
      }
      if (value instanceof Iterable<?> list) {
        StringJoiner parts = new StringJoiner(",", "[", "]");
        list.forEach(each -> parts.add(write(each)));
        return parts.toString();
      }
      if (value instanceof Object[] array) {
        return write(java.util.Arrays.asList(array));
      }
      if (value == null || value instanceof Boolean || value instanceof Number) {
        return String.valueOf(value);
      }
      throw new IllegalArgumentException("no JSON can be made of a " + value.getClass().getName());
    }

    private static String quoted(String text) {
      StringBuilder written = new StringBuilder("\"");
      for (char each : text.toCharArray()) {
        if (each == '"' || each == '\\') {
          written.append('\\').append(each);
        } else if (each < ' ') {
          written.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
        } else {
          written.append(each);
        }
      }
      return written.append('"').toString();
    }
  }
}
