import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * VisibleDraws behind the kit: {@code java HomeworkAdapter 3} for three draw cards.
 *
 * <p>Its rules are the preset open-draw: the piles turn by themselves (auto_turn), a draw card that is discarded is gone
 * (unused_card), and draw cards do not pair with each other. What takes thought: cards are named by coordinates, so each
 * is looked for first; a king among the draw cards has no removal of its own but leaves by discardDraw, which comes to
 * the same; and the number of cards in the stock is not told, so the cards that were seen are counted.
 */
public class HomeworkAdapter implements PyramidKit.Adapter {
  private final int drawCards;
  private final Set<VisibleDraws.Card> seen = new HashSet<>();
  private VisibleDraws game;
  private int stock;

  HomeworkAdapter(int drawCards) {
    this.drawCards = drawCards;
  }

  public static void main(String[] words) throws Exception {
    PyramidKit.serve(new HomeworkAdapter(words.length > 0 ? Integer.parseInt(words[0]) : 1));
  }

  public Map<String, Object> about() {
    var rules = Map.of(
        "auto_turn", List.of(true), "unused_card", List.of("discarded"), "waste_piles", List.of(drawCards),
        "pile_pair", List.of(drawCards == 1), "rows", List.of(7, 5, 9));
    return Map.of("name", "visible draws", "version", "1.0", "rules", rules);
  }

  public void newGame(List<String> deck, Map<String, Object> rules) {
    int rows = ((Long) rules.get("rows")).intValue();
    game = new VisibleDraws();
    game.startGame(deck.stream().map(HomeworkAdapter::card).toList(), rows, drawCards);
    stock = 52 - PyramidKit.place(rows, 0);
    seen.clear();
    countStock();
  }

  public boolean play(PyramidKit.Move move) {
    try {
      boolean done = switch (move.kind()) {
        case DRAW -> discard(move.pile());
        case REMOVE -> move.cards().size() == 1 ? removeOne(move.cards().get(0)) : removeTwo(move.cards());
        default -> false;
      };
      countStock();
      return done;
    } catch (IllegalArgumentException | IllegalStateException refused) {
      return false;
    }
  }

  public Map<String, Object> state() {
    List<String> pyramid = new ArrayList<>();
    for (int place = 0; place < PyramidKit.place(game.getRows(), 0); place++) {
      pyramid.add(word(game.getCardAt(PyramidKit.row(place), PyramidKit.column(place))));
    }
    List<List<String>> waste = new ArrayList<>();
    for (VisibleDraws.Card card : game.getDrawCards()) {
      waste.add(card == null ? List.of() : List.of(word(card)));
    }
    String status = game.getScore() == 0 ? "won" : game.isGameOver() ? "lost" : "playing";
    return Map.of("pyramid", pyramid, "waste", waste, "stock", stock, "reserve", List.of(), "status", status);
  }

  private boolean discard(int pile) {
    if ((pile == 0) == (drawCards > 1)) {
      return false; // with one draw card a turn names none, with several it has to
    }
    game.discardDraw(Math.max(pile, 1) - 1);
    return true;
  }

  private boolean removeOne(String word) {
    int place = find(word);
    int draw = game.getDrawCards().indexOf(card(word));
    if (draw >= 0 && PyramidKit.rank(word) == 13) {
      game.discardDraw(draw);
    } else if (place >= 0) {
      game.remove(PyramidKit.row(place), PyramidKit.column(place));
    } else {
      throw new PyramidKit.Unsupported("no call names a card that is gone, or takes a draw card alone");
    }
    return true;
  }

  private boolean removeTwo(List<String> words) {
    int first = find(words.get(0));
    int second = find(words.get(1));
    if (first >= 0 && second >= 0) {
      game.remove(PyramidKit.row(first), PyramidKit.column(first), PyramidKit.row(second), PyramidKit.column(second));
      return true;
    }
    int place = Math.max(first, second);
    int draw = game.getDrawCards().indexOf(card(words.get(first >= 0 ? 1 : 0)));
    if (place < 0 || draw < 0) {
      throw new PyramidKit.Unsupported("no call names a card that is gone, or two draw cards");
    }
    game.removeUsingDraw(draw, PyramidKit.row(place), PyramidKit.column(place));
    return true;
  }

  /** The place of a card in the pyramid, or -1. */
  private int find(String word) {
    for (int place = 0; place < PyramidKit.place(game.getRows(), 0); place++) {
      if (word.equals(word(game.getCardAt(PyramidKit.row(place), PyramidKit.column(place))))) {
        return place;
      }
    }
    return -1;
  }

  private void countStock() {
    for (VisibleDraws.Card card : game.getDrawCards()) {
      if (card != null && seen.add(card)) {
        stock--;
      }
    }
  }

  private static VisibleDraws.Card card(String word) {
    return new VisibleDraws.Card(PyramidKit.rank(word), word.charAt(1));
  }

  private static String word(VisibleDraws.Card card) {
    return card == null ? null : PyramidKit.word(card.value(), PyramidKit.SUITS.indexOf(card.suit()));
  }
}
