// Decodes recorded answers with the client that openapi-generator makes. tools/clients/languages makes types.rs, which has `decoded`.
include!("types.rs");

#[derive(serde::Deserialize)]
struct Recorded {
    operation: String,
    status: u16,
    schema: String,
    body: String,
}

fn main() {
    let mut count = 0;
    for file in std::env::args().skip(1) {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let answer: Recorded = serde_json::from_str(line).unwrap();
            if let Err(error) = decoded(&answer.schema, &answer.body) {
                println!("rust: {} {} {}: {}", answer.operation, answer.status, answer.schema, error);
                std::process::exit(1);
            }
            count += 1;
        }
    }
    println!("rust: {count} answers decoded");
}
