// RawServer: an HTTP server on loopback that sends exactly the bytes a test wants, at the times it
// wants: bodies that end too early, wrong lengths, heads without end. With TLS if asked for, by a
// certificate of its own making.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct ssl_st;
struct ssl_ctx_st;

namespace weft::crawl::testing {

// One connection, as a handler sees it.
class RawConnection {
 public:
  RawConnection(int fd, ssl_st* ssl) : fd_(fd), ssl_(ssl) {}
  // False once the other side has gone.
  bool send(std::string_view bytes);
  // Reads up to the end of a request's head; empty when the other side has gone.
  std::string read_head();
  // The body of the request with this head, by its Content-Length.
  std::string read_body(std::string_view head);

 private:
  int fd_;
  ssl_st* ssl_;
  std::string buffer_;
};

struct RawRequest {
  std::string target;
  std::string head;
  std::chrono::steady_clock::time_point time;
};

class RawServer {
 public:
  // Answers a request; returns whether the connection stays open. Called from several threads.
  using Handler = std::function<bool(const RawRequest& request, RawConnection& connection)>;
  // kClientCertificate: clients must show the server's own certificate.
  enum class Tls { kOff, kOn, kClientCertificate };

  // `port` 0: any that is free.
  explicit RawServer(Handler handler, Tls tls = Tls::kOff, int port = 0);
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] std::string origin() const;
  // The certificate and its key, PEM: for "localhost" and 127.0.0.1.
  [[nodiscard]] const std::string& certificate() const { return certificate_; }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] std::vector<RawRequest> log() const;
  // For long waits within handlers: false when the server is about to end.
  bool sleep(std::chrono::milliseconds time) const;

 private:
  void make_tls(Tls tls);
  void accept_all();
  void serve(int fd);

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  ssl_ctx_st* tls_ = nullptr;
  std::string certificate_;
  std::string key_;
  std::atomic<bool> stopping_ = false;
  mutable std::mutex mutex_;  // Guards what follows.
  std::vector<RawRequest> log_;
  std::vector<int> open_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

// SocksProxy: a proxy by SOCKS 5, without authentication, that remembers where it was sent.
class SocksProxy {
 public:
  SocksProxy();
  ~SocksProxy();
  SocksProxy(const SocksProxy&) = delete;
  SocksProxy& operator=(const SocksProxy&) = delete;

  [[nodiscard]] int port() const { return port_; }
  // "address:port", in the order of connections.
  [[nodiscard]] std::vector<std::string> targets() const;

 private:
  void serve(int client);

  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  mutable std::mutex mutex_;  // Guards what follows.
  std::vector<std::string> targets_;
  std::vector<int> open_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

// "HTTP/1.1 200 OK" with these headers ("Name: value\r\n…"), a correct length, and the body.
std::string response(std::string_view body,
                     std::string_view headers = "Content-Type: text/html\r\n",
                     std::string_view status = "200 OK");

}  // namespace weft::crawl::testing
