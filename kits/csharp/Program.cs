// A Pyramid engine and its adapter from the protocol alone, with nothing but .NET 8.
//
//   dotnet new console -o pyramid && cp Program.cs pyramid/ && dotnet build pyramid -o built
//   pytest --pyargs conformance --engine-cmd="dotnet built/pyramid.dll"

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;

var table = new Adapter();
for (string? line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine())
{
    var reply = new JsonObject { ["jsonrpc"] = "2.0", ["id"] = null };
    string method = "";
    try
    {
        JsonNode request = JsonNode.Parse(line)!;
        reply["id"] = request["id"]?.DeepClone();
        method = request["method"]!.GetValue<string>();
        reply["result"] = table.Answer(method, request["params"]);
    }
    catch (Failure failure)
    {
        reply["error"] = new JsonObject { ["code"] = failure.Code, ["message"] = failure.Message };
    }
    catch (Exception crash)
    {
        Console.Error.WriteLine(crash);
        reply["error"] = new JsonObject { ["code"] = -32000, ["message"] = crash.Message };
    }
    Console.Out.WriteLine(reply.ToJsonString());
    Console.Out.Flush(); // at once: the suite waits for it
    if (method == "stop") return;
}

class Failure : Exception
{
    public int Code { get; }
    public Failure(int code, string message) : base(message) { Code = code; }
}

// -- the adapter ------------------------------------------------------------------------------------------------------

class Adapter
{
    Game? game;

    public JsonNode? Answer(string method, JsonNode? parameters)
    {
        switch (method)
        {
            case "about":
                return new JsonObject
                {
                    ["name"] = "pyramid in C#", ["version"] = "1.0", ["protocol"] = 1, ["rules"] = new JsonObject(),
                };
            case "new_game":
                game = new Game(parameters!["deck"]!.AsArray().Select(card => card!.GetValue<string>()).ToList());
                return null;
            case "play":
                return JsonValue.Create(Play(Started(), parameters!["move"]!.GetValue<string>()));
            case "state":
                return State(Started());
            case "stop":
                return null;
            default:
                throw new Failure(-32601, method + " is not offered");
        }
    }

    Game Started() => game ?? throw new Failure(-32003, "no game has been started: call new_game first");

    // Does what a word says; false refuses it.
    static bool Play(Game game, string word)
    {
        if (word == "draw") return game.Turn();
        var cards = word.Split('+');
        return cards.All(card => card.Length == 2 && Game.Ranks.Contains(card[0])) && game.Remove(cards);
    }

    static JsonObject State(Game game) => new JsonObject
    {
        ["pyramid"] = List(game.Pyramid),
        ["waste"] = new JsonArray(List(game.Waste)),
        ["stock"] = game.Stock.Count,
        ["reserve"] = new JsonArray(),
        ["status"] = game.Won ? "won" : game.Lost ? "lost" : "playing",
    };

    static JsonArray List(IEnumerable<string?> cards) =>
        new JsonArray(cards.Select(card => card == null ? null : (JsonNode)JsonValue.Create(card)!).ToArray());
}

// -- the engine: one pass, one waste, the pyramid alone has to go -----------------------------------------------------

class Game
{
    public const string Ranks = "A23456789TJQK";
    public readonly string?[] Pyramid;
    public readonly Queue<string> Stock;
    public readonly List<string> Waste = new List<string>();

    public Game(List<string> deck)
    {
        Pyramid = deck.Take(28).ToArray();
        Stock = new Queue<string>(deck.Skip(28));
    }

    public bool Won => Pyramid[0] == null;

    public bool Lost
    {
        get
        {
            var values = Free().Select(Value).ToList();
            return !Won && Stock.Count == 0 && !values.Any(value => value == 13 || values.Contains(13 - value));
        }
    }

    public bool Turn()
    {
        if (Won || Stock.Count == 0) return false;
        Waste.Add(Stock.Dequeue());
        return true;
    }

    public bool Remove(string[] cards)
    {
        var free = Free();
        bool different = cards.Distinct().Count() == cards.Length;
        if (Won || !different || !cards.All(free.Contains) || cards.Sum(Value) != 13) return false;
        for (int place = 0; place < Pyramid.Length; place++)
            if (cards.Contains(Pyramid[place])) Pyramid[place] = null;
        Waste.RemoveAll(card => cards.Contains(card));
        return true;
    }

    // The cards that may be used now.
    List<string> Free()
    {
        var cards = new List<string>();
        for (int row = 0, place = 0; row < 7; row++)
            for (int column = 0; column <= row; column++, place++)
            {
                int left = place + row + 1; // the card on the left lower side; the next one lies beside it
                bool open = row == 6 || (Pyramid[left] == null && Pyramid[left + 1] == null);
                if (open && Pyramid[place] is string card) cards.Add(card);
            }
        if (Waste.Count > 0) cards.Add(Waste[Waste.Count - 1]);
        return cards;
    }

    static int Value(string card) => Ranks.IndexOf(card[0]) + 1;
}
