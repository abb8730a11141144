#include "crawl/testing/raw_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include <fmt/format.h>

#include "base/check.h"

namespace weft::crawl::testing {

bool RawConnection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ssl_ != nullptr
                          ? SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size()))
                          : ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

std::string RawConnection::read_head() {
  while (true) {
    if (const size_t end = buffer_.find("\r\n\r\n"); end != std::string::npos) {
      std::string head = buffer_.substr(0, end + 4);
      buffer_.erase(0, end + 4);
      return head;
    }
    char bytes[4096];
    const ssize_t n =
        ssl_ != nullptr ? SSL_read(ssl_, bytes, sizeof bytes) : ::recv(fd_, bytes, sizeof bytes, 0);
    if (n <= 0) return {};
    buffer_.append(bytes, static_cast<size_t>(n));
  }
}

std::string RawConnection::read_body(std::string_view head) {
  const size_t at = head.find("Content-Length: ");
  const size_t length =
      at == std::string_view::npos ? 0 : std::strtoul(head.data() + at + 16, nullptr, 10);
  while (buffer_.size() < length) {
    char bytes[4096];
    const ssize_t n =
        ssl_ != nullptr ? SSL_read(ssl_, bytes, sizeof bytes) : ::recv(fd_, bytes, sizeof bytes, 0);
    if (n <= 0) return {};
    buffer_.append(bytes, static_cast<size_t>(n));
  }
  std::string body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  return body;
}

// A socket that listens on a free port of loopback.
static std::pair<int, int> listen_on_loopback(int port = 0) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int again = 1;
  WEFT_CHECK(::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again) == 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  socklen_t size = sizeof address;
  WEFT_CHECK(::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0);
  WEFT_CHECK(::listen(listener, 1024) == 0);
  WEFT_CHECK(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  return {listener, ntohs(address.sin_port)};
}

RawServer::RawServer(Handler handler, Tls tls, int port) : handler_(std::move(handler)) {
  std::tie(listener_, port_) = listen_on_loopback(port);
  if (tls != Tls::kOff) make_tls(tls);
  acceptor_ = std::thread([this] { accept_all(); });
}

RawServer::~RawServer() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  ::close(listener_);
  {
    const std::lock_guard lock(mutex_);
    for (const int fd : open_) ::shutdown(fd, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  SSL_CTX_free(tls_);
}

std::string RawServer::origin() const {
  return fmt::format("{}://127.0.0.1:{}", tls_ != nullptr ? "https" : "http", port_);
}

std::vector<RawRequest> RawServer::log() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

bool RawServer::sleep(std::chrono::milliseconds time) const {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!stopping_ && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return !stopping_;
}

void RawServer::make_tls(Tls tls) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 86'400);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_EXTENSION* names =
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
  X509_add_ext(certificate, names, -1);
  X509_EXTENSION_free(names);
  WEFT_CHECK(X509_sign(certificate, key, EVP_sha256()) != 0);

  const auto take = [](BIO* memory, std::string& to) {
    char* bytes = nullptr;
    const long length = BIO_get_mem_data(memory, &bytes);
    to.assign(bytes, static_cast<size_t>(length));
    BIO_free(memory);
  };
  BIO* memory = BIO_new(BIO_s_mem());
  PEM_write_bio_X509(memory, certificate);
  take(memory, certificate_);
  memory = BIO_new(BIO_s_mem());
  PEM_write_bio_PrivateKey(memory, key, nullptr, nullptr, 0, nullptr, nullptr);
  take(memory, key_);

  tls_ = SSL_CTX_new(TLS_server_method());
  WEFT_CHECK(SSL_CTX_use_certificate(tls_, certificate) == 1);
  WEFT_CHECK(SSL_CTX_use_PrivateKey(tls_, key) == 1);
  if (tls == Tls::kClientCertificate) {
    X509_STORE_add_cert(SSL_CTX_get_cert_store(tls_), certificate);
    SSL_CTX_set_verify(tls_, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  }
  X509_free(certificate);
  EVP_PKEY_free(key);
}

void RawServer::accept_all() {
  while (!stopping_) {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    const std::lock_guard lock(mutex_);
    open_.push_back(fd);
    threads_.emplace_back([this, fd] { serve(fd); });
  }
}

void RawServer::serve(int fd) {
  SSL* ssl = nullptr;
  bool usable = true;
  if (tls_ != nullptr) {
    ssl = SSL_new(tls_);
    SSL_set_fd(ssl, fd);
    usable = SSL_accept(ssl) == 1;
  }
  RawConnection connection(fd, ssl);
  while (usable && !stopping_) {
    RawRequest request;
    request.head = connection.read_head();
    if (request.head.empty()) break;
    request.time = std::chrono::steady_clock::now();
    const size_t begin = request.head.find(' ') + 1;
    request.target = request.head.substr(begin, request.head.find(' ', begin) - begin);
    {
      const std::lock_guard lock(mutex_);
      log_.push_back(request);
    }
    usable = handler_(request, connection);
  }
  SSL_free(ssl);
  const std::lock_guard lock(mutex_);
  open_.erase(std::find(open_.begin(), open_.end(), fd));
  ::close(fd);
}

// --- SOCKS 5 (RFC 1928) ---

SocksProxy::SocksProxy() {
  std::tie(listener_, port_) = listen_on_loopback();
  acceptor_ = std::thread([this] {
    while (!stopping_) {
      const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) continue;
      const std::lock_guard lock(mutex_);
      open_.push_back(fd);
      threads_.emplace_back([this, fd] { serve(fd); });
    }
  });
}

SocksProxy::~SocksProxy() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  ::close(listener_);
  {
    const std::lock_guard lock(mutex_);
    for (const int fd : open_) ::shutdown(fd, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  for (const int fd : open_) ::close(fd);
}

std::vector<std::string> SocksProxy::targets() const {
  const std::lock_guard lock(mutex_);
  return targets_;
}

// Greeting, one CONNECT to an IPv4 address, then bytes in both directions.
void SocksProxy::serve(int client) {
  unsigned char bytes[512];
  const auto read = [&](size_t n) { return ::recv(client, bytes, n, MSG_WAITALL) == ssize_t(n); };
  if (!read(2) || !read(bytes[1])) return;
  ::send(client, "\x05\x00", 2, MSG_NOSIGNAL);
  if (!read(10) || bytes[3] != 1) return;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  std::memcpy(&address.sin_addr, bytes + 4, 4);
  std::memcpy(&address.sin_port, bytes + 8, 2);
  char name[INET_ADDRSTRLEN];
  ::inet_ntop(AF_INET, &address.sin_addr, name, sizeof name);
  const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  {
    const std::lock_guard lock(mutex_);
    targets_.push_back(fmt::format("{}:{}", name, ntohs(address.sin_port)));
    open_.push_back(server);
  }
  if (::connect(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return;
  ::send(client, "\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00", 10, MSG_NOSIGNAL);
  pollfd ends[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
  while (!stopping_) {
    if (::poll(ends, 2, 100) <= 0) continue;
    for (int i = 0; i < 2; ++i) {
      if (ends[i].revents == 0) continue;
      const ssize_t n = ::recv(ends[i].fd, bytes, sizeof bytes, 0);
      if (n <= 0) return;
      ::send(ends[1 - i].fd, bytes, static_cast<size_t>(n), MSG_NOSIGNAL);
    }
  }
}

std::string response(std::string_view body, std::string_view headers, std::string_view status) {
  return fmt::format("HTTP/1.1 {}\r\n{}Content-Length: {}\r\n\r\n{}", status, headers, body.size(),
                     body);
}

}  // namespace weft::crawl::testing
