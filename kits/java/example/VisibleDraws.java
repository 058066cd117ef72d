import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A small engine with the interface of many homework assignments: cards are named by row and position, and some draw
 * cards lie face up beside the pyramid. A draw card that is used or discarded is replaced by the next card of the stock.
 * Every move that is not allowed throws: IllegalArgumentException where the cards do not fit or are covered,
 * IllegalStateException before the game has started or after it is over.
 */
public class VisibleDraws {
  /** A card; a king is worth 13. */
  public record Card(int value, char suit) {}

  private Card[][] pyramid;
  private Card[] draws;
  private List<Card> stock;

  /** Deals: the pyramid row by row, then the draw cards, the rest is the stock. */
  public void startGame(List<Card> deck, int rows, int drawCards) {
    if (deck.size() != 52 || rows < 1 || rows > 9 || drawCards < 1) {
      throw new IllegalArgumentException("such a game cannot be dealt");
    }
    stock = new ArrayList<>(deck);
    pyramid = new Card[rows][];
    for (int row = 0; row < rows; row++) {
      pyramid[row] = new Card[row + 1];
      for (int at = 0; at <= row; at++) {
        pyramid[row][at] = stock.remove(0);
      }
    }
    draws = new Card[drawCards];
    for (int index = 0; index < drawCards; index++) {
      replaceDraw(index);
    }
  }

  /** Takes a king off the pyramid. */
  public void remove(int row, int at) {
    checkTotal(exposed(row, at).value());
    pyramid[row][at] = null;
  }

  /** Takes two cards off the pyramid. */
  public void remove(int row1, int at1, int row2, int at2) {
    if (row1 == row2 && at1 == at2) {
      throw new IllegalArgumentException("that is one card");
    }
    checkTotal(exposed(row1, at1).value() + exposed(row2, at2).value());
    pyramid[row1][at1] = null;
    pyramid[row2][at2] = null;
  }

  /** Takes a card off the pyramid together with a draw card. */
  public void removeUsingDraw(int drawIndex, int row, int at) {
    checkTotal(drawn(drawIndex).value() + exposed(row, at).value());
    pyramid[row][at] = null;
    replaceDraw(drawIndex);
  }

  /** Lays a draw card aside for good. */
  public void discardDraw(int drawIndex) {
    drawn(drawIndex);
    replaceDraw(drawIndex);
  }

  /** Whether the pyramid is cleared, or nothing can be removed and no draw card is left. */
  public boolean isGameOver() {
    return getScore() == 0 || (Arrays.stream(draws).allMatch(card -> card == null) && !canRemove());
  }

  /** The values of all cards left in the pyramid; 0 means won. */
  public int getScore() {
    return Arrays.stream(pyramid).flatMap(Arrays::stream).mapToInt(card -> card == null ? 0 : card.value()).sum();
  }

  public int getRows() {
    return pyramid.length;
  }

  /** The card in a row, null where it has been removed. */
  public Card getCardAt(int row, int at) {
    if (row < 0 || row >= pyramid.length || at < 0 || at > row) {
      throw new IllegalArgumentException("there is no such place");
    }
    return pyramid[row][at];
  }

  /** The draw cards, null where one has run out. */
  public List<Card> getDrawCards() {
    return Arrays.asList(draws.clone());
  }

  private Card exposed(int row, int at) {
    checkStarted();
    Card card = getCardAt(row, at);
    if (card == null) {
      throw new IllegalArgumentException("there is no card");
    }
    if (row + 1 < pyramid.length && (pyramid[row + 1][at] != null || pyramid[row + 1][at + 1] != null)) {
      throw new IllegalArgumentException("that card is covered");
    }
    return card;
  }

  private Card drawn(int index) {
    checkStarted();
    if (index < 0 || index >= draws.length || draws[index] == null) {
      throw new IllegalArgumentException("there is no such draw card");
    }
    return draws[index];
  }

  private void replaceDraw(int index) {
    draws[index] = stock.isEmpty() ? null : stock.remove(0);
  }

  private void checkTotal(int total) {
    if (total != 13) {
      throw new IllegalArgumentException("these do not total 13");
    }
  }

  private void checkStarted() {
    if (pyramid == null || getScore() == 0) {
      throw new IllegalStateException("no game is going on");
    }
  }

  private boolean canRemove() {
    List<Integer> values = new ArrayList<>();
    for (int row = 0; row < pyramid.length; row++) {
      for (int at = 0; at <= row; at++) {
        try {
          values.add(exposed(row, at).value());
        } catch (IllegalArgumentException covered) {
          continue;
        }
      }
    }
    return values.contains(13) || values.stream().anyMatch(value -> values.contains(13 - value));
  }
}
