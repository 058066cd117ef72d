//! A Pyramid engine and its adapter from the protocol alone, with nothing but Rust's standard library.
//!
//!     rustc -O pyramid.rs
//!     pytest --pyargs conformance --engine-cmd=./pyramid
//!
//! The requests of the suite are flat enough to be read by hand; with cargo, let serde_json do that.

use std::io::{self, BufRead, Write};

// -- the engine: one pass, one waste, the pyramid alone has to go -----------------------------------------------------

#[derive(Clone, Copy, PartialEq)]
struct Card {
    rank: u8,
    suit: u8,
}

struct Game {
    pyramid: Vec<Option<Card>>,
    stock: Vec<Card>, // the next card last
    waste: Vec<Card>,
}

impl Game {
    fn deal(deck: &[Card]) -> Game {
        Game {
            pyramid: deck[..28].iter().copied().map(Some).collect(),
            stock: deck[28..].iter().rev().copied().collect(),
            waste: Vec::new(),
        }
    }

    /// The cards that may be used now.
    fn free(&self) -> Vec<Card> {
        let mut cards = Vec::new();
        let mut place = 0;
        for row in 0..7 {
            for _ in 0..=row {
                let left = place + row + 1; // the card on the left lower side; the next one lies beside it
                if row == 6 || self.pyramid[left].is_none() && self.pyramid[left + 1].is_none() {
                    cards.extend(self.pyramid[place]);
                }
                place += 1;
            }
        }
        cards.extend(self.waste.last());
        cards
    }

    fn turn(&mut self) -> bool {
        if self.won() {
            return false;
        }
        match self.stock.pop() {
            Some(card) => {
                self.waste.push(card);
                true
            }
            None => false,
        }
    }

    fn remove(&mut self, cards: &[Card]) -> bool {
        let free = self.free();
        let total: u8 = cards.iter().map(|card| card.rank).sum();
        let twice = cards.len() == 2 && cards[0] == cards[1];
        if self.won() || twice || total != 13 || !cards.iter().all(|card| free.contains(card)) {
            return false;
        }
        for place in self.pyramid.iter_mut() {
            if place.map_or(false, |card| cards.contains(&card)) {
                *place = None;
            }
        }
        self.waste.retain(|card| !cards.contains(card));
        true
    }

    fn won(&self) -> bool {
        self.pyramid[0].is_none()
    }

    fn lost(&self) -> bool {
        let ranks: Vec<u8> = self.free().iter().map(|card| card.rank).collect();
        let removable = ranks.iter().any(|rank| *rank == 13 || ranks.contains(&(13 - rank)));
        !self.won() && self.stock.is_empty() && !removable
    }
}

// -- the adapter: one line of JSON in, one line of JSON out -----------------------------------------------------------

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";

fn card(word: &str) -> Option<Card> {
    let mut letters = word.chars();
    let rank = RANKS.find(letters.next()?)? as u8 + 1;
    let suit = SUITS.find(letters.next()?)? as u8;
    letters.next().is_none().then_some(Card { rank, suit })
}

fn word(card: &Card) -> String {
    let (rank, suit) = (card.rank as usize - 1, card.suit as usize);
    format!("\"{}{}\"", &RANKS[rank..=rank], &SUITS[suit..=suit])
}

/// What stands behind a key, up to the next comma or bracket that is not in a text; for a list, all of it.
fn member<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let from = line.find(&format!("\"{key}\""))? + key.len() + 2;
    let value = line[from..].trim_start().strip_prefix(':')?.trim_start();
    let end = match value.chars().next()? {
        '"' => value[1..].find('"')? + 2,
        '[' => value.find(']')? + 1,
        _ => value.find([',', '}'])?,
    };
    Some(&value[..end])
}

fn text<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    member(line, key)?.strip_prefix('"')?.strip_suffix('"')
}

/// Does what a word says; false refuses it.
fn play(game: &mut Game, word: &str) -> bool {
    if word == "draw" {
        return game.turn();
    }
    let cards: Option<Vec<Card>> = word.split('+').map(card).collect();
    cards.map_or(false, |cards| game.remove(&cards))
}

fn state(game: &Game) -> String {
    let pyramid: Vec<String> = game
        .pyramid
        .iter()
        .map(|place| place.as_ref().map_or("null".into(), word))
        .collect();
    let waste: Vec<String> = game.waste.iter().map(word).collect();
    let status = if game.won() { "won" } else if game.lost() { "lost" } else { "playing" };
    format!(
        r#"{{"pyramid":[{}],"waste":[[{}]],"stock":{},"reserve":[],"status":"{status}"}}"#,
        pyramid.join(","),
        waste.join(","),
        game.stock.len()
    )
}

fn answer(table: &mut Option<Game>, line: &str) -> Result<String, (i32, &'static str)> {
    if !line.trim_start().starts_with('{') {
        return Err((-32700, "the line is no request"));
    }
    match (text(line, "method").unwrap_or(""), table.as_mut()) {
        ("about", _) => Ok(r#"{"name":"pyramid in Rust","version":"1.0","protocol":1,"rules":{}}"#.into()),
        ("new_game", _) => {
            let list = member(line, "deck").unwrap_or("[]");
            let words = list.trim_matches(|c| c == '[' || c == ']').split(',');
            let deck: Option<Vec<Card>> = words.map(|word| card(word.trim().trim_matches('"'))).collect();
            let deck = deck.filter(|deck| deck.len() == 52).ok_or((-32602, "a deck has 52 cards"))?;
            *table = Some(Game::deal(&deck));
            Ok("null".into())
        }
        ("play", Some(game)) => Ok(play(game, text(line, "move").unwrap_or("")).to_string()),
        ("state", Some(game)) => Ok(state(game)),
        ("play" | "state", None) => Err((-32003, "no game has been started: call new_game first")),
        ("stop", _) => Ok("null".into()),
        _ => Err((-32601, "there is no such method")),
    }
}

fn main() -> io::Result<()> {
    let mut table = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let id = member(&line, "id").unwrap_or("null");
        let outcome = match answer(&mut table, &line) {
            Ok(result) => format!("\"result\":{result}"),
            Err((code, message)) => format!(r#""error":{{"code":{code},"message":"{message}"}}"#),
        };
        let mut out = io::stdout().lock();
        writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},{outcome}}}"#)?;
        out.flush()?; // at once: the suite waits for it
        if text(&line, "method") == Some("stop") {
            break;
        }
    }
    Ok(())
}
