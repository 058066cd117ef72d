// A Pyramid engine and its adapter from the protocol alone, with nothing but Go's standard library.
//
//	go build -o pyramid pyramid.go
//	pytest --pyargs conformance --engine-cmd=./pyramid
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// -- the engine: one pass, one waste, the pyramid alone has to go ------------------------------------------------------

type game struct {
	pyramid      [28]string // "" where the card has gone
	stock, waste []string
}

var (
	errNotFree = errors.New("that card is not free")
	errTotal   = errors.New("these do not total 13")
)

func value(card string) int { return strings.IndexByte("A23456789TJQK", card[0]) + 1 }

func deal(deck []string) *game {
	g := &game{stock: append([]string{}, deck[28:]...)}
	copy(g.pyramid[:], deck)
	return g
}

// free lists the cards that may be used now.
func (g *game) free() []string {
	var cards []string
	place := 0
	for row := 0; row < 7; row++ {
		for column := 0; column <= row; column++ {
			left := place + row + 1 // the card on the left lower side; the next one lies beside it
			open := row == 6 || g.pyramid[left] == "" && g.pyramid[left+1] == ""
			if g.pyramid[place] != "" && open {
				cards = append(cards, g.pyramid[place])
			}
			place++
		}
	}
	if n := len(g.waste); n > 0 {
		cards = append(cards, g.waste[n-1])
	}
	return cards
}

func (g *game) turn() error {
	if g.won() || len(g.stock) == 0 {
		return errors.New("there is nothing to turn")
	}
	g.waste, g.stock = append(g.waste, g.stock[0]), g.stock[1:]
	return nil
}

func (g *game) remove(cards []string) error {
	total := 0
	for i, card := range cards {
		if g.won() || !contains(g.free(), card) || contains(cards[:i], card) {
			return errNotFree
		}
		total += value(card)
	}
	if total != 13 {
		return errTotal
	}
	for _, card := range cards {
		for place := range g.pyramid {
			if g.pyramid[place] == card {
				g.pyramid[place] = ""
			}
		}
		if n := len(g.waste); n > 0 && g.waste[n-1] == card {
			g.waste = g.waste[:n-1]
		}
	}
	return nil
}

func (g *game) won() bool { return g.pyramid[0] == "" }

func (g *game) lost() bool {
	free := g.free()
	for i, card := range free {
		for _, other := range free[i+1:] {
			if value(card)+value(other) == 13 {
				return false
			}
		}
		if value(card) == 13 {
			return false
		}
	}
	return !g.won() && len(g.stock) == 0
}

func contains(cards []string, card string) bool {
	for _, each := range cards {
		if each == card {
			return true
		}
	}
	return false
}

// -- the adapter: one line of JSON in, one line of JSON out ------------------------------------------------------------

type request struct {
	ID     *int   `json:"id"`
	Method string `json:"method"`
	Params struct {
		Deck []string `json:"deck"`
		Move string   `json:"move"`
	} `json:"params"`
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func answer(table **game, asked request) (any, *failure) {
	g := *table
	if g == nil && (asked.Method == "play" || asked.Method == "state") {
		return nil, &failure{-32003, "no game has been started: call new_game first"}
	}
	switch asked.Method {
	case "about":
		return map[string]any{"name": "pyramid in Go", "version": "1.0", "protocol": 1, "rules": map[string]any{}}, nil
	case "new_game":
		if len(asked.Params.Deck) != 52 {
			return nil, &failure{-32602, "a deck has 52 cards"}
		}
		*table = deal(asked.Params.Deck)
		return nil, nil
	case "play":
		return g.play(asked.Params.Move) == nil, nil
	case "state":
		return g.state(), nil
	case "stop":
		return nil, nil
	}
	return nil, &failure{-32601, asked.Method + " is not offered"}
}

// play does what a word says; every error refuses it.
func (g *game) play(word string) error {
	if word == "draw" {
		return g.turn()
	}
	cards := strings.Split(word, "+")
	for _, card := range cards {
		if len(card) != 2 {
			return errors.New("that is no move here")
		}
	}
	return g.remove(cards)
}

func (g *game) state() map[string]any {
	pyramid := make([]any, len(g.pyramid)) // nil, which is null, where the card has gone
	for place, card := range g.pyramid {
		if card != "" {
			pyramid[place] = card
		}
	}
	status := "playing"
	if g.won() {
		status = "won"
	} else if g.lost() {
		status = "lost"
	}
	waste := append([]string{}, g.waste...) // never nil: an empty pile is [], not null
	return map[string]any{
		"pyramid": pyramid, "waste": [][]string{waste}, "stock": len(g.stock), "reserve": []any{}, "status": status,
	}
}

func main() {
	var table *game
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked request
		reply := map[string]any{"jsonrpc": "2.0"}
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			reply["id"], reply["error"] = nil, failure{-32700, "the line is no request: " + err.Error()}
		} else if result, failed := answer(&table, asked); failed != nil {
			reply["id"], reply["error"] = asked.ID, failed
		} else {
			reply["id"], reply["result"] = asked.ID, result
		}
		line, _ := json.Marshal(reply)
		fmt.Println(string(line)) // not buffered, so it arrives at once
		if asked.Method == "stop" {
			return
		}
	}
}
