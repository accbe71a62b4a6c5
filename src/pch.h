// The one precompiled header: what nearly every source of the engine needs of LibTorch. All of torch/torch.h would take
// each of them longer to load.
#pragma once
#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn/cloneable.h>
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/linear.h>
