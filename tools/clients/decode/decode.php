<?php
// Decodes recorded answers with the client that openapi-generator makes: `php decode.php CLIENT FILE...`.
require "GuzzleHttp/autoload.php";

$client = $argv[1];
spl_autoload_register(function (string $class) use ($client): void {
    $file = "$client/lib/" . str_replace("\\", "/", substr($class, strlen("OpenAPI\\Client\\"))) . ".php";
    if (str_starts_with($class, "OpenAPI\\Client\\") && file_exists($file)) {
        require $file;
    }
});
set_error_handler(function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

$decoded = 0;
foreach (array_slice($argv, 2) as $name) {
    foreach (file($name) as $line) {
        $answer = json_decode($line);
        $body = json_decode($answer->body);
        $model = OpenAPI\Client\ObjectSerializer::deserialize($body, "\\OpenAPI\\Client\\Model\\{$answer->schema}");
        if (!$model->valid()) {
            exit("php: {$answer->operation} {$answer->status}: " . implode("; ", $model->listInvalidProperties()) . "\n");
        }
        $decoded++;
    }
}
echo "php: $decoded answers decoded\n";
