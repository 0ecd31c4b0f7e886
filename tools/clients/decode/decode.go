// Decodes recorded answers with a generated client. tools/clients/languages makes the list TYPES.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type recorded struct {
	Operation, Schema, Body string
	Status                  int
}

func main() {
	decoded := 0
	for _, name := range os.Args[2:] {
		file, err := os.Open(name)
		if err != nil {
			panic(err)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var answer recorded
			if err := json.Unmarshal(lines.Bytes(), &answer); err != nil {
				panic(err)
			}
			target := types[answer.Schema]()
			if err := json.Unmarshal([]byte(answer.Body), target); err != nil {
				fmt.Println(os.Args[1], answer.Operation, answer.Status, answer.Schema, err)
				os.Exit(1)
			}
			decoded++
		}
		if err := lines.Err(); err != nil {
			panic(err)
		}
	}
	fmt.Printf("%s: %d answers decoded\n", os.Args[1], decoded)
}
