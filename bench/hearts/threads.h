// Work in a few threads.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

constexpr int kThreads = 2;

// Calls work once in every thread, with its number.
inline void in_each_thread(const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int at = 0; at < kThreads; at++) threads.emplace_back(work, at);
  for (std::thread& thread : threads) thread.join();
}

// Calls work for every number below a limit.
inline void for_each_number(int limit, const std::function<void(int)>& work) {
  std::atomic<int> next{0};
  in_each_thread([&](int) {
    for (int number = next++; number < limit; number = next++) work(number);
  });
}
